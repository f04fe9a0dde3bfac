"""Records of games: game codes, lines, replay, session, and the log of a deal."""
