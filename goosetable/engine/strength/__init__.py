"""Estimates for computer players: chances of winning, heuristics, and playout policies."""
