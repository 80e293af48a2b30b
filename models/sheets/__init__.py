"""Sheets, tracked rounds, nights and tournaments, computed from their lines and never stored."""
