"""Mexican Train by the book: rule sets as data, and what follows from them. Standard library only."""

from rules.book import RULE_BOOKS, RuleBook, read_rules
from rules.errors import BookError, DealError, NotationError
from rules.tile import Tile, full_set, read_tile, read_tiles, tile, write_tiles

__all__ = [
    "RULE_BOOKS",
    "BookError",
    "DealError",
    "NotationError",
    "RuleBook",
    "Tile",
    "full_set",
    "read_rules",
    "read_tile",
    "read_tiles",
    "tile",
    "write_tiles",
]
