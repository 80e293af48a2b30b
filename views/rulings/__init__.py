"""Pages about the rules, open to everybody."""
