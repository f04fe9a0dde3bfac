"""The base of all card games: actions, states, views, deals, records and sessions. It names no particular game."""
