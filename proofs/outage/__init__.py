"""Evenings with a bad network, to prove that the outbox works."""
