"""What the table looks like, as data: themes, card styles, and the files that come with the program."""
