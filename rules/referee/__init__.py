"""The referee: questions, rulings and their grounds. Start reading at `judge.py`."""
