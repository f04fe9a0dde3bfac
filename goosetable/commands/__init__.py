"""The commands that need no window. Each has a function that takes the arguments and returns the exit code."""
