"""Scores: what a hand counts, whether it can be, and who wins."""
