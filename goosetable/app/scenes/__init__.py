"""The scenes: one class a file, each of which talks to the desk and to what it is given."""
