"""The hand at the bottom of the screen: layout, look and motion of its cards, and the ones that may be played."""
