"""What people do: scores, moves, changes, tournaments, the bin."""
