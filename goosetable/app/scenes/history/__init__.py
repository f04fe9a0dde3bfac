"""The page with all games: the list, its filters, import and export."""
