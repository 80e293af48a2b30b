"""Mexican Train by the book: rule sets as data, and a referee that explains its rulings. Standard library only."""

from typing import TYPE_CHECKING

from rules.books.book import RULE_BOOKS, RuleBook, read_rules
from rules.errors import BookError, DealError, NotationError
from rules.referee.judge import after, judge, legal_moves
from rules.referee.replay import Replay, replay
from rules.referee.ruling import Ruling, Verdict
from rules.table.notation import read_move, read_position, write_move, write_position
from rules.table.record import Record, read_record, write_record
from rules.tile import Tile, full_set, read_tile, read_tiles, tile, write_tiles

if TYPE_CHECKING:
    from rules.answers.lookup import Found


def ask(question: str, rules: RuleBook | str) -> "list[Found]":
    """Call `rules.answers.lookup.ask`, imported on first use because most callers only want rulings."""
    from rules.answers import lookup

    return lookup.ask(question, rules)


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
