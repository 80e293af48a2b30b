"""A league evening with a thousand phones."""
