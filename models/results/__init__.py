"""What finished games come to over the years: results, ratings, sums, statistics."""
