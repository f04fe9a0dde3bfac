"""The score sheet, after a deal and at the end of a game."""
