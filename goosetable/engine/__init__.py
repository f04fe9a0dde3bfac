"""Card games in general: actions, states, views, deals, records and sessions; no game is known by name."""
