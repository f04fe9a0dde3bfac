"""Lessons: their steps, and a check that a lesson can be played."""
