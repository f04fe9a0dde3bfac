"""The table as a scene: drawing, input, messages."""
