"""Checks on a table: tiles not in the set, tiles already on the table, too many tiles."""

from collections.abc import Iterable

from rules.books.book import RuleBook
from rules.errors import NotationError
from rules.table.position import Position, Train, Turn
from rules.tile import full_set
from rules.wording import say


def check_turn(turn: Turn, text: str, book: RuleBook) -> None:
    """Raise NotationError for a drawn tile that is not in the set; `text` is the turn as written."""
    if turn.drawn is not None and turn.drawn.high > book.options.highest:
        raise NotationError(say("notation.no-tile", text=text, tile=turn.drawn))


def check_drawn(turn: Turn, text: str, down: int) -> None:
    """Raise NotationError for a drawn tile that is already on the table; `text` is the turn as written."""
    if turn.drawn is not None and turn.drawn.bit & down:
        raise NotationError(say("notation.drawn-lies", text=text, tile=turn.drawn))


def check_count(book: RuleBook, trains: Iterable[Train], boneyard: int | None, down: int) -> None:
    """Raise NotationError if the table, the hands and the boneyard have more tiles than the set."""
    whole = len(full_set(book.options.highest))
    accounted = down.bit_count() + (boneyard or 0) + sum(train.count or 0 for train in trains)
    if accounted > whole:
        raise NotationError(say("notation.more-than-the-set", count=accounted, whole=whole))


def tiles_missing(position: Position) -> int:
    """The number of tiles unaccounted for; 0 unless the boneyard and every hand are counted."""
    counts = [position.boneyard, *(train.count for train in position.seats)]
    if None in counts:
        return 0
    return len(full_set(position.book.options.highest)) - position.down.bit_count() - sum(filter(None, counts))
