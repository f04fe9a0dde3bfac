"""Window, scenes, widgets and sound: what any program with screens has, whatever it plays."""
