"""What lies on a table: tiles dealt, trains, moves, and how all of it is written."""
