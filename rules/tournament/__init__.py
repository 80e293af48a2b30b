"""Tournaments over several tables: seating, the next stage, and placings (D12-9.1 to D12-9.3).

Pure, like the rest of the rules: callers pass in the function that draws lots.
"""
