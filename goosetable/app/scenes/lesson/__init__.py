"""Lessons: a table with a teacher, and the list of all lessons."""
