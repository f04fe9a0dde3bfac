"""The score keeper: the sheet of a game that people play with real cards."""
