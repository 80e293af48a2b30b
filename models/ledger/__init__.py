"""What was written down, a module for each noun. Nothing here is worked out."""
