"""The board of letters on which a controller writes."""
