"""The history of the games on this computer: reads records, stores their results in an index, and computes figures
of players.
"""
