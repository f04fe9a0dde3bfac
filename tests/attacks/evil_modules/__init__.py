"""Modules of players that are bad as soon as they are imported, each in its own way; the class is always `Player`."""
