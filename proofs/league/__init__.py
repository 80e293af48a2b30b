"""A league's evening: a thousand phones."""
