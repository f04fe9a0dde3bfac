"""A game as it is written down: seed codes, the lines of a record, replaying them, and the session that writes them."""
