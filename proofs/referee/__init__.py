"""The referee's speed beside python-chess."""
