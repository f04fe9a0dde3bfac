"""The sandbox finds an external player's module without running it, and runs the player in a separate process."""
