"""Panels over the table, in which a person makes a choice: a bid, a card to keep, trumps or the top rank."""
