"""What is taken along and brought in: club files, tables of scores."""
