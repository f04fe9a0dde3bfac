"""Panels over the table in which a person chooses: bids, cards to keep, names."""
