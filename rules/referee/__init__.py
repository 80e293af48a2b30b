"""The referee: questions, rulings and what they rest on. `judge.py` is where to begin."""
