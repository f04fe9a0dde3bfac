"""Series of games between computer players: their runs, their figures, and the tables for a terminal."""
