"""Is no module: what it runs is no Python."""

exec("def \x00 this is none")
