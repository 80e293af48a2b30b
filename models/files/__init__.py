"""Files that people take along and bring in: clubs, and tables of scores."""
