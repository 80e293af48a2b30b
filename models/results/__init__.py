"""Results of finished games, and what is worked out from them: ratings, sums, history and statistics."""
