"""Pages of a tracked round, whose moves are entered: its table, its moves, its hands."""
