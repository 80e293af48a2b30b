"""Doubles: the extra tile they owe, the freeze of one left open, covering, and doubles that nobody can cover."""

from rules.books.options import DeadDouble, ExtraTileOn, Freeze, OutOnDouble, YesNo
from rules.referee.clauses import first_turn
from rules.referee.question import Finding, Reason
from rules.table.position import MEXICAN, Position, Train
from rules.tile import Tile

_NOTHING: tuple[Train, ...] = ()


def binding(position: Position) -> tuple[Train, ...]:
    """The trains whose open double has to be covered before any other move (D9-3.5, D9-3.9, D6-9c, D12-5.3)."""
    if position.owes or first_turn.exempts_double(position):
        return _NOTHING
    left_open = [train for train in position.trains if len(train.path) > 2 and train.path[-1] == train.path[-2]]
    if not left_open or position.book.options.freeze is Freeze.NONE:
        return _NOTHING
    if position.book.options.dead_double is DeadDouble.RELEASED:
        left_open = [train for train in left_open if not position.is_dead(train.path[-1])]
    return tuple(left_open)


def duty(position: Position) -> str:
    """What the turn is about: an extra tile owed, a double to cover, a first turn, or an ordinary one."""
    if position.owes:
        return "extra"
    if binding(position):
        return "cover"
    return "first" if position.number == 1 else "turn"


def has_dead(position: Position) -> bool:
    """Some double holds the table although every tile of its number lies (custom dead-double)."""
    return any(position.is_dead(train.path[-1]) for train in binding(position))


def double_first(position: Position, bound: tuple[Train, ...]) -> Finding | None:
    """With a double open no other train may be played on; of several any may be covered (D9-3.5, D9-3.7, D6-9c, D12-5.3)."""
    if not bound:
        return None
    if position.number == 2:
        return Finding(Reason.DOUBLE_FIRST, "double-first-after-first-turn")
    own = all(train.name == position.turn for train in bound)
    return Finding(Reason.DOUBLE_FIRST, "double-first-own" if own else "double-first")


def opens_closed_train(position: Position) -> bool:
    """A private train takes the one tile that covers its double (D9-3.5, D6-9c, D12-5.3; custom cover-closed-train)."""
    return position.book.options.cover_closed_train is YesNo.YES


def cover_own_double(position: Position, train: Train) -> Finding | None:
    """Where the extra tile has to go (D9-3.2, D6-9b, D12-5.1)."""
    if not position.owes or train.has_open_double:
        return None
    where = position.book.options.extra_tile_on
    is_public = train.has_marker or train.name == MEXICAN
    if where is ExtraTileOn.ANY_OPEN_TRAIN or (where is ExtraTileOn.DOUBLE_OR_PUBLIC and is_public):
        return None
    return Finding(Reason.COVER_OWN_DOUBLE, "cover-own-double")


def extra_starts_mexican(position: Position, train: Train) -> Finding | None:
    """The extra tile may begin the Mexican train (D9-3.2; custom extra-starts-mexican)."""
    if not position.owes or train.name != MEXICAN or train.path:
        return None
    if position.book.options.extra_starts_mexican is YesNo.YES:
        return None
    return Finding(Reason.MEXICAN_NOT_YET, "extra-starts-mexican")


def double_as_extra(position: Position, laid: Tile) -> Finding | None:
    """The extra tile may be a double itself, which then owes one (D9-3.4; custom double-as-extra)."""
    if not position.owes or not laid.is_double or position.book.options.double_as_extra is YesNo.YES:
        return None
    return Finding(Reason.ONE_TILE, "double-as-extra")


def owes_extra(position: Position, laid: Tile, goes_out: bool) -> bool:
    """The tile just laid owes another (D9-3.1, D6-8b, D12-5.1), except the last in hand."""
    return laid.is_double and not goes_out and not first_turn.exempts_double(position)


def lets_out(position: Position, laid: Tile) -> bool:
    """The last tile in hand ends it, a double too where no cover is asked (D9-4.1, D12-6.1; custom out-on-double)."""
    return not laid.is_double or position.book.options.out_on_double is OutOnDouble.YES
