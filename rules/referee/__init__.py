"""The referee: what may be played, why not, and what a move does."""
