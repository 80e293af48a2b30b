"""Forgotten duties: a tap, or a marker that should have gone up or come off."""

from collections.abc import Iterable, Mapping

from rules.referee.question import Reason
from rules.referee.ruling import Ruling
from rules.table.move import Caught, Done, Lay, Move
from rules.table.position import Position
from rules.wording import say

_STOPPED = {Reason.EXTRA_TILE_OWED, Reason.NOTHING_TO_END}


def missed_in(
    move: Move, ruling: Ruling, after: Position, later: Iterable[Move], names: Mapping[str, str]
) -> list[str]:
    """A sentence for each duty that the player of this move forgot; `later` are the moves after it, including any catch.

    A player who stops without laying an owed tile has passed, and a pass puts a marker up.
    """
    train = after.train(move.seat)
    if train is None:
        return []
    caught = any(isinstance(later_move, Caught) and later_move.seat == move.seat for later_move in later)
    stopped = isinstance(move, Done) and after.turn != move.seat and _STOPPED & set(ruling.reasons)
    sentences = []
    if isinstance(move, Lay) and train.is_untapped and not caught:
        sentences.append(say("missed.tap", name=names[move.seat]))
    if stopped and not train.has_marker:
        sentences.append(say("missed.marker-up", name=names[move.seat]))
    return sentences


def missed_between(known: Position, found: Position, names: Mapping[str, str]) -> list[str]:
    """A sentence for each marker that differs between a table entered by hand and the one that the earlier moves lead to."""
    pairs = zip(known.seats, found.seats, strict=False)
    return [
        say("missed.not-up" if before.has_marker else "missed.not-off", name=names[now.name])
        for before, now in pairs
        if before.has_marker != now.has_marker
    ]
