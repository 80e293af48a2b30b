"""Bugs that are planted to see whether a test finds them."""
