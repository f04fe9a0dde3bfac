"""Base of all card games: actions, states, views, deals, records and sessions. No module of it names a game."""
