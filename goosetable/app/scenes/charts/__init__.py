"""The page of a player's charts."""
