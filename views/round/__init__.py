"""Pages of a kept round: its table, its moves, its hands."""
