"""Pages of a tournament, for players and for the referee."""
