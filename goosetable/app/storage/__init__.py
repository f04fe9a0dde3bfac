"""Files of the data folder: settings, profiles, saved games and statistics. Nothing here draws."""
