"""The page on which a new game is set up: game, house rules, seats and their players."""
