"""Fails while it is imported."""

raise RuntimeError("no\nsuch \x1b[31mluck")
