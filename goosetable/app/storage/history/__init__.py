"""History of this computer's games: records read, indexed and entered by player."""
