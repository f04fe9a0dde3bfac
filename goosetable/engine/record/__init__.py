"""A game as it is written down: seed codes, the lines of a record, replay, session, and the log of a deal."""
