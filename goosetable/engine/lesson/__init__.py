"""Lessons: their steps, and the check that each of them can be played."""
