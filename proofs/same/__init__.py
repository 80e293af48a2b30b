"""The proof that two versions answer the same."""
