"""What is said of a game: phrases, the facts of a table, the log of a deal, and why an action is good."""
