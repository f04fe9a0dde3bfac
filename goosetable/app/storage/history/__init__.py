"""The history of the games on this computer: reads records, stores results in an index, and computes figures of players."""
