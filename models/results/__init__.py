"""Results of finished games, and everything derived from them: ratings, sums, history and statistics."""
