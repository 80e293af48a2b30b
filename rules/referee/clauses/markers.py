"""Markers: what puts one on a train, and what takes it off."""

from rules.books.options import MarkerOff, YesNo
from rules.table.position import Position, Train


def comes_off(position: Position, train: Train) -> bool:
    """The seat's own marker comes off with a tile laid on this train (D9-2.6, D6-12a, D12-4.3; custom marker-off)."""
    if not position.own.has_marker:
        return False
    return train.name == position.turn or position.book.options.marker_off is MarkerOff.ANY_PLAY


def may_open_on_purpose(position: Position) -> bool:
    """One may pass and open one's train although one could play (custom voluntary-marker)."""
    return position.book.options.voluntary_marker is YesNo.YES
