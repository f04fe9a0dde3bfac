"""The appearance of the table as data: themes, card styles, and the files that come with the program."""
