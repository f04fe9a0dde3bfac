"""History of this computer's games: reads the records, indexes their results, and counts them by player."""
