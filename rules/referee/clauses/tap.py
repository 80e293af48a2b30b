"""Tapping with the next-to-last tile, and the penalty for players who are caught."""

from rules.books.options import Tap
from rules.referee.question import Finding, Reason
from rules.table.position import Position, Train


def is_due(position: Position, tiles_before: int | None) -> bool:
    """True if the tile being laid is the next-to-last one and calls for a tap (D12-7.1)."""
    return tiles_before == 2 and position.book.options.tap is not Tap.NONE


def penalty(position: Position) -> int:
    """The number of tiles that a caught player draws (D12-7.2; custom tap)."""
    return int(position.book.options.tap) if position.book.options.tap is not Tap.NONE else 0


def nothing_to_catch(position: Position, train: Train | None) -> list[Finding]:
    """The reason nobody can be caught: there is no missed tap now, or no tile to draw (D12-7.1, D12-7.2; custom tap)."""
    if train is None or not train.is_untapped or not penalty(position):
        return [Finding(Reason.NOTHING_TO_CATCH, "nothing-to-catch")]
    if not position.has_boneyard():
        return [Finding(Reason.BONEYARD_EMPTY, "caught-boneyard-empty")]
    return []
