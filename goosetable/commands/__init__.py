"""The commands that need no window: one module each, with a `run` that takes the arguments and returns the exit code."""
