"""What is kept: clubs, nights, games and every line of their sheets."""

from models import (
    clubs,
    games,
    house_rules,
    keys,
    lines,
    moves,
    nights,
    receipts,
    results,
    tallies,
    tournaments,
    uploads,
)
from models.store import db, writing

__all__ = [
    "clubs",
    "db",
    "games",
    "house_rules",
    "keys",
    "lines",
    "moves",
    "nights",
    "receipts",
    "results",
    "tallies",
    "tournaments",
    "uploads",
    "writing",
]
