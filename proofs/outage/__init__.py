"""Evenings with a bad network, to prove the outbox."""
