"""A problem: a table at its position with the task beside it, and the list of all problems."""
