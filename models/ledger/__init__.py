"""The tables of the database, a module for each noun. Rows of `results` and `tallies` are derived elsewhere."""
