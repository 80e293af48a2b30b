"""Keys, and the clubs, nights, games and tournaments that they open."""
