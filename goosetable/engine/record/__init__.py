"""Records of games: seed codes, lines, replay, session, and the log of a deal."""
