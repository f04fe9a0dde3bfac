"""The page of all games: the list, its filters, and import and export."""
