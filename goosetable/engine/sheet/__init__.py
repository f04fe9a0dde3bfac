"""The score of a game with real cards: what is asked of each deal, the sheet of the game, and its file."""
