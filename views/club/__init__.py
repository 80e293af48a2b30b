"""Pages of a club: its people, nights, keys, house rules, files, and what it looks back on."""
