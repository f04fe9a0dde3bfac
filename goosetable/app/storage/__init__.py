"""Files of the data folder: settings, profiles, saved games and statistics. No module here draws."""
