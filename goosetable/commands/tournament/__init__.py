"""Series of games between computer players: how they run, their figures, and what a terminal shows of them."""
