"""Files to take away and to bring in: clubs, and tables of scores."""
