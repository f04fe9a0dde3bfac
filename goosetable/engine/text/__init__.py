"""What is said of a game: prompts, logs, the facts of a table, and why an action is good."""
