"""The matches that are played: sessions with their agents, without a window."""
