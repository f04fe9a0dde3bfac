"""Problems: a table at the position of the problem, with the task beside it; and the list of all problems."""
