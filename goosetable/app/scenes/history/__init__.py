"""The page of all games: the list, what holds games back, and the ways in and out of it."""
