"""Doubles: the extra tile they require, the freeze while one is open, covering, and doubles that nobody can cover."""

from enum import StrEnum

from rules.books.options import DeadDouble, ExtraTileOn, Freeze, OutOnDouble, YesNo
from rules.referee.clauses import first_turn
from rules.referee.question import Finding, Reason
from rules.table.position import MEXICAN, Position, Train
from rules.tile import Tile

_DOUBLE_FIRST = Finding(Reason.DOUBLE_FIRST, "double-first")
_DOUBLE_FIRST_OWN = Finding(Reason.DOUBLE_FIRST, "double-first-own")
_COVER_OWN_DOUBLE = Finding(Reason.COVER_OWN_DOUBLE, "cover-own-double")
_EXTRA_STARTS_MEXICAN = Finding(Reason.MEXICAN_NOT_YET, "extra-starts-mexican")
_DOUBLE_AS_EXTRA = Finding(Reason.ONE_TILE, "double-as-extra")


def binding(position: Position) -> tuple[Train, ...]:
    """The trains whose open double must be covered before any other move (D9-3.5, D9-3.9, D6-9c, D12-5.3)."""
    if not position.open_doubles or position.owes or first_turn.exempts_double(position):
        return ()
    if position.book.options.freeze is Freeze.NONE:
        return ()
    left_open = [position.trains[at] for at in position.open_doubles]
    if position.book.options.dead_double is DeadDouble.RELEASED:
        left_open = [train for train in left_open if not position.is_dead(train.path[-1])]
    return tuple(left_open)


class Duty(StrEnum):
    """The kind of turn: an extra tile is owed, a double must be covered, or it is a first or an ordinary turn."""

    EXTRA = "extra"
    COVER = "cover"
    FIRST = "first"
    TURN = "turn"


def duty(position: Position) -> Duty:
    """The kind of turn at this position."""
    if position.owes:
        return Duty.EXTRA
    if binding(position):
        return Duty.COVER
    return Duty.FIRST if position.number == 1 else Duty.TURN


def has_dead(position: Position) -> bool:
    """True if an open double holds up play although every tile with its number has been laid (custom dead-double)."""
    return any(position.is_dead(train.path[-1]) for train in binding(position))


def double_first(position: Position, bound: tuple[Train, ...]) -> Finding:
    """The reason other trains may not be played on while doubles are open.

    Any of the open doubles may be covered (D9-3.5, D9-3.7, D6-9c, D12-5.3).
    """
    if position.number == 2:
        return Finding(Reason.DOUBLE_FIRST, "double-first-after-first-turn")
    own = all(train.name == position.turn for train in bound)
    return _DOUBLE_FIRST_OWN if own else _DOUBLE_FIRST


def opens_closed_train(position: Position) -> bool:
    """True if a double on a closed train may be covered (D9-3.5, D6-9c, D12-5.3; custom cover-closed-train)."""
    return position.book.options.cover_closed_train is YesNo.YES


def cover_own_double(position: Position, train: Train) -> Finding | None:
    """The reason the extra tile may not be laid on this train (D9-3.2, D6-9b, D12-5.1)."""
    if train.has_open_double:
        return None
    where = position.book.options.extra_tile_on
    is_public = train.has_marker or train.name == MEXICAN
    if where is ExtraTileOn.ANY_OPEN_TRAIN or (where is ExtraTileOn.DOUBLE_OR_PUBLIC and is_public):
        return None
    return _COVER_OWN_DOUBLE


def extra_starts_mexican(position: Position, train: Train) -> Finding | None:
    """The reason the Mexican train may not be started with the extra tile (D9-3.2; custom extra-starts-mexican)."""
    if train.name != MEXICAN or train.path or position.book.options.extra_starts_mexican is YesNo.YES:
        return None
    return _EXTRA_STARTS_MEXICAN


def double_as_extra(position: Position, laid: Tile) -> Finding | None:
    """The reason a double may not be laid as the extra tile (D9-3.4; custom double-as-extra).

    Where this is allowed, such a double needs an extra tile too.
    """
    if not laid.is_double or position.book.options.double_as_extra is YesNo.YES:
        return None
    return _DOUBLE_AS_EXTRA


def owes_extra(position: Position, goes_out: bool) -> bool:
    """True if the player owes another tile for a double just laid (D9-3.1, D6-8b, D12-5.1).

    A player who goes out with that double owes none.
    """
    return not goes_out and not first_turn.exempts_double(position)


def lets_out(position: Position, laid: Tile) -> bool:
    """True if the player goes out with this last tile (D9-4.1, D12-6.1; custom out-on-double).

    A double lets the player out only if it needs no cover.
    """
    return not laid.is_double or position.book.options.out_on_double is OutOnDouble.YES
