"""Problems: positions with one right answer, and the results of all answers."""
