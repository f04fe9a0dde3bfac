"""The charts of a player: one would rather look at them than read."""
