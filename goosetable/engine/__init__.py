"""What any card game is: actions, states, views, deals, records and sessions; it knows no game by name."""
