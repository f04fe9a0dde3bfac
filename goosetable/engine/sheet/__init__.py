"""Score sheets for games with real cards: the questions about each deal, the game so far, and its file."""
