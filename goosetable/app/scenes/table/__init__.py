"""The scene of the card table: its drawing, input and messages."""
