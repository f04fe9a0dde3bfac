"""Hidden cards: the view of a seat, and samplers of the cards that it may not see."""
