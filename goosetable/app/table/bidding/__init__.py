"""The table of games in which all bid at once with cards: a row for each opponent's hand, and the middle with the bids."""
