"""The table: the deal, trains, moves, and their notation."""
