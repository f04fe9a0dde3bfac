"""The scenes: each is one page or table of the program, and uses the context and the fields of its route."""
