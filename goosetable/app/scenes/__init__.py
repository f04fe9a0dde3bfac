"""The scenes: one class a file, each of which talks to the context and to what it is given."""
