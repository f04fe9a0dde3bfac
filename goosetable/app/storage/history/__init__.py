"""History of this computer's games: reads records, stores their results in an index, and computes figures of players."""
