"""Pages of a game: its sheet, and the forms for entering lines on it."""
