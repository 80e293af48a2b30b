"""The rule sets: a file each, and how it is read."""
