"""The company at a table, besides playing: the goose that honks, bubbles, and remarks."""
