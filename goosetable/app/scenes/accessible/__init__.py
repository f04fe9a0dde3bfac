"""Accessible trees of the scenes."""
