"""Series of games between computer players: their course, and what they show."""
