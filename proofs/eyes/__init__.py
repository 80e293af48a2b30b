"""Photos: drawn ones, hostile ones, and how well tiles are read from them."""
