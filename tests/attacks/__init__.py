"""The attacks: what has been tried to lose a game, to stop the program or to get something in, kept and counted."""
