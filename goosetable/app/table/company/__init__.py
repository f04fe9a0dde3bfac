"""What those at a table do besides playing: the goose that honks, faces, and remarks."""
