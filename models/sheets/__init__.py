"""Sheets, kept rounds, nights and tournaments, worked out from their lines and never stored."""
