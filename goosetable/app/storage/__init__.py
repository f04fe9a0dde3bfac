"""Files of the data folder: settings, profiles, saved games and what they tell; nothing here draws."""
