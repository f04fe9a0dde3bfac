"""Judgement for computer players: chances of winning, heuristics, and policies for playouts."""
