"""Pages of a kept round, whose moves are entered: its table, its moves, its hands."""
