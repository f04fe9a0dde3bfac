"""Window, scenes, widgets and sound for any program with screens, without knowledge of card games."""
