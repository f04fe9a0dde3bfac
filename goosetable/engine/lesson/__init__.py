"""Lessons: their steps, and the check that every lesson can be played."""
