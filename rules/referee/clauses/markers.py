"""Markers: what puts one on a train, and what takes it off."""

from rules.books.options import MarkerOff, YesNo
from rules.table.position import Position, Train


def comes_off(position: Position, train: Train) -> bool:
    """True if a tile on this train takes off the player's own marker (D9-2.6, D6-12a, D12-4.3; custom marker-off)."""
    if not position.own.has_marker:
        return False
    return train.name == position.turn or position.book.options.marker_off is MarkerOff.ANY_PLAY


def may_open_on_purpose(position: Position) -> bool:
    """True if players may pass and open their train although they could play or draw (custom voluntary-marker)."""
    return position.book.options.voluntary_marker is YesNo.YES
