"""Score sheets for games with real cards: the questions about each deal, the course of the game, and its file."""
