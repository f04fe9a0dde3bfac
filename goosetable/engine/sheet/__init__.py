"""Scores of games with real cards: the questions about each deal, the sheet of the game, and its file."""
