"""Scores: the pips in a hand, checks of what is typed, and the winner."""
