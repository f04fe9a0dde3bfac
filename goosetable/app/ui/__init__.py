"""Window, scenes, widgets and sound of any program with screens; nothing here knows card games."""
