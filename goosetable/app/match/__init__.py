"""Matches in progress: sessions with their agents, without a window."""
