"""Mexican Train by the book: rule sets as data, and a referee that explains its rulings. Standard library only."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules.books.book import RULE_BOOKS, RuleBook, read_rules
from rules.errors import BookError, DealError, NotationError
from rules.referee.judge import after, judge, legal_moves
from rules.referee.ruling import Ruling, Verdict
from rules.table.notation import read_move, read_position, write_move, write_position
from rules.tile import Tile, full_set, read_tile, read_tiles, tile, write_tiles

if TYPE_CHECKING:
    from rules.answers.lookup import ask
    from rules.referee.replay import Replay, replay
    from rules.table.record import Record, read_record, write_record

# Most callers only want single rulings, so these modules are imported on first use.
_LATER = {
    "ask": "rules.answers.lookup",
    "Record": "rules.table.record",
    "Replay": "rules.referee.replay",
    "read_record": "rules.table.record",
    "replay": "rules.referee.replay",
    "write_record": "rules.table.record",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "RULE_BOOKS",
    "BookError",
    "DealError",
    "NotationError",
    "Record",
    "Replay",
    "RuleBook",
    "Ruling",
    "Tile",
    "Verdict",
    "after",
    "ask",
    "full_set",
    "judge",
    "legal_moves",
    "read_move",
    "read_position",
    "read_record",
    "read_rules",
    "read_tile",
    "read_tiles",
    "replay",
    "tile",
    "write_move",
    "write_position",
    "write_record",
    "write_tiles",
]
