"""The hand at the bottom of the screen: where its cards lie, how they look and move, which of them may be played."""
