"""Matches in progress: sessions with their people and computer players, without a window."""
