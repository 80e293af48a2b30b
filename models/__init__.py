"""Everything that the app stores: clubs, nights, games and every line of their sheets."""

from models.ledger import (
    clubs,
    games,
    hands,
    house_rules,
    keys,
    lines,
    moves,
    nights,
    results,
    seats,
    tallies,
    tournament_lines,
    tournaments,
    waits,
)
from models.store import receipts, uploads
from models.store.database import db
from models.store.transactions import writing

__all__ = [
    "clubs",
    "db",
    "games",
    "hands",
    "house_rules",
    "keys",
    "lines",
    "moves",
    "nights",
    "receipts",
    "results",
    "seats",
    "tallies",
    "tournament_lines",
    "tournaments",
    "uploads",
    "waits",
    "writing",
]
