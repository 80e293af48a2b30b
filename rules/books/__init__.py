"""The rule sets: one file each, and the code that reads them."""
