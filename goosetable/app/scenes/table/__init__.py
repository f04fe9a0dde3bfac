"""The scene of the card table: drawing, input and messages."""
