"""The referee's speed, compared with python-chess."""
