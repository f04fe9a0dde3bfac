"""Base of all card games: actions, states, views, deals, records and sessions. Nothing here knows a game by name."""
