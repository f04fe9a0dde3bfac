"""The score keeper: it asks for the results of a game that people play with real cards, and computes the score sheet."""
