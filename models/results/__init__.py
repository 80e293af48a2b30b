"""Results of finished games, and what is derived from them: ratings, sums, history and statistics."""
