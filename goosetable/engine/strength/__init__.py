"""What helps a computer player judge a game: chances of winning, and policies for playouts."""
