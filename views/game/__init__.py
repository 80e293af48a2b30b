"""Pages of a game: its sheet and what is entered there."""
