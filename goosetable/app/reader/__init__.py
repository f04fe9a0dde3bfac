"""Tells the screen reader of the system what is on the screen, and carries out its requests."""
