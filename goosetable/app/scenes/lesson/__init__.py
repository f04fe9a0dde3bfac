"""A lesson: a table with a tutor beside it."""
