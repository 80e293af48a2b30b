"""Mexican Train by the book: rule sets as data, and a referee that says why. Standard library only."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules.book import RULE_BOOKS, RuleBook, read_rules
from rules.errors import BookError, DealError, NotationError
from rules.notation import read_move, read_position, write_move, write_position
from rules.referee import after, judge, legal_moves
from rules.ruling import Ruling, Verdict
from rules.tile import Tile, full_set, read_tile, read_tiles, tile, write_tiles

if TYPE_CHECKING:
    from rules.lookup import ask
    from rules.record import Record, read_record, write_record
    from rules.replaying import Replay, replay

# Whole rounds are read by few, and single rulings by many: these are imported when somebody asks for them.
_LATER = {
    "ask": "rules.lookup",
    "Record": "rules.record",
    "Replay": "rules.replaying",
    "read_record": "rules.record",
    "replay": "rules.replaying",
    "write_record": "rules.record",
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
