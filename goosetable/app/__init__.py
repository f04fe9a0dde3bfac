"""The window side: the only package that imports pygame, reads clocks or touches files."""

import os

# pygame greets on standard output when it is imported, and that belongs to the commands' own answers.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
