"""The keys: those of the screen below, and the page on which they are changed."""
