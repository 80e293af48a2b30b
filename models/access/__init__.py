"""Keys and what they open: clubs, nights, games and tournaments."""
