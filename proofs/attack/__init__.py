"""Attacks on a served club: hostile requests, slow and busy strangers, killed servers."""
