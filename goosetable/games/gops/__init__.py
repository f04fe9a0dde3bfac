"""Gops: rules, heuristics of the computer players, texts, advice, and score sheet."""
