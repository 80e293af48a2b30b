"""The database tables, one module for each subject. The rows of `results` and `tallies` are derived elsewhere."""
