"""Scores: the pips in a hand, checks of typed scores, and the winner."""
