"""The proof that two versions give the same answers."""
