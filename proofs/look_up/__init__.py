"""What people ask, and how the look-up learns from it."""
