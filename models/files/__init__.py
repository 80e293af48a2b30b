"""Files to export and import: clubs, and tables of scores."""
