"""The scenes. Each is a page or a table of the program; it gets the context and the fields of its route."""
