"""Problems: positions with one right answer, and what every other answer loses."""
