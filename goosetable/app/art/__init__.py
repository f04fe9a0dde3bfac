"""Drawings by hand: pure functions that return SVG text, without pygame."""
