"""The page that sets up a new game: the game, its house rules, the seats and their players."""
