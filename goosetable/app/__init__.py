"""The window side: the only package that imports pygame, reads clocks or touches files."""
