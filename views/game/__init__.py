"""Pages of a game: its sheet, and the forms to enter lines on it."""
