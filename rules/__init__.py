"""Mexican Train by the book: rule sets as data, and a referee that says why. Standard library only."""

from rules.book import RULE_BOOKS, RuleBook, read_rules
from rules.errors import BookError, DealError, NotationError
from rules.notation import read_move, read_position, write_move, write_position
from rules.record import Record, read_record, write_record
from rules.referee import after, judge, legal_moves
from rules.replaying import Replay, replay
from rules.ruling import Ruling, Verdict
from rules.tile import Tile, full_set, read_tile, read_tiles, tile, write_tiles

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
