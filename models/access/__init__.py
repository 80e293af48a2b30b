"""Who may open what: keys, and what they grant."""
