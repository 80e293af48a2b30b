"""The acts of players and referees: scores, moves, changes, undo, tournaments, the bin. Each writes lines or rows."""
