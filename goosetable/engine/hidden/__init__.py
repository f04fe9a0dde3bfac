"""Hidden cards: the view of a seat, and samplers of the cards it may not see."""
