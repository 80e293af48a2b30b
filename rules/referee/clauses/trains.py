"""Trains: which may be played on, when the Mexican train opens, and where a tile fits."""

from rules.books.options import MexicanOpens
from rules.referee.clauses import doubles, first_turn
from rules.referee.question import Finding, Reason, TrainEnd
from rules.table.position import MEXICAN, Position, Train

# Every move asks for these. Python 3.11 finds a member of an enum ten times more slowly than a constant. Making a finding takes
# fifty times as long as reading one.
_SECOND_TURN, _AFTER_OWN_TRAIN = MexicanOpens.SECOND_TURN, MexicanOpens.AFTER_OWN_TRAIN
_MEXICAN_NOT_YET = Finding(Reason.MEXICAN_NOT_YET, "mexican-not-yet")


def keeps_out(position: Position, train: Train, bound: tuple[Train, ...]) -> list[Finding]:
    """Every reason against playing on this train now, whatever the tile. `bound` are the trains with a double to cover."""
    if train in bound:
        # The duty to cover beats every rule about trains, except the one for a double on a closed train.
        closed = None if doubles.opens_closed_train(position) else train_closed(position, train, "lay.cover.closed")
        return [closed] if closed else []
    closed = train_closed(position, train)
    found = [closed] if closed else []
    if bound or position.owes or position.number == 1 or train.name == MEXICAN:
        found += _against_open(position, train, bound)
    return found


def _against_open(position: Position, train: Train, bound: tuple[Train, ...]) -> list[Finding]:
    """Every reason against a train that would be open in an ordinary turn."""
    found = []
    if position.number == 1 and (not_own := first_turn.own_train_only(position, train)):
        found.append(not_own)
    if train.name == MEXICAN and (too_early := mexican_not_yet(position)):
        found.append(too_early)
    if bound:
        found.append(doubles.double_first(position, bound))
    if position.owes:
        if starts := doubles.extra_starts_mexican(position, train):
            found.append(starts)
        if elsewhere := doubles.cover_own_double(position, train):
            found.append(elsewhere)
    return found


def mexican_not_yet(position: Position) -> Finding | None:
    """The reason against the Mexican train while it is too early to begin it (D9-2.3b, D12-3.1; custom mexican-opens)."""
    opens = position.book.options.mexican_opens
    if opens is _SECOND_TURN and position.number == 1:
        return _MEXICAN_NOT_YET
    if opens is _AFTER_OWN_TRAIN and not position.own.path:
        return _MEXICAN_NOT_YET
    return None


def train_closed(position: Position, train: Train, rests_on: str = "train-closed") -> Finding | None:
    """The reason against another player's train without a marker (D9-2.2, D6-12b, D12-4.2)."""
    return None if is_open(train, position.turn) else Finding(Reason.TRAIN_CLOSED, rests_on)


def is_open(train: Train, turn: str) -> bool:
    """True if the seat to move may play on this train in an ordinary turn: its own, a marked one, or the Mexican train."""
    return train.has_marker or train.name == turn or train.name == MEXICAN


def train_ends(position: Position) -> list[TrainEnd]:
    """The trains that the seat to move may play on, each with the number that fits there."""
    turn, engine, bound = position.turn, position.engine, doubles.binding(position)
    is_ordinary = not (bound or position.owes or position.number == 1 or mexican_not_yet(position))
    found = []
    for train in bound or position.trains:
        if bound:
            may_play = not keeps_out(position, train, bound)
        else:
            may_play = is_open(train, turn) and (is_ordinary or not _against_open(position, train, bound))
        if may_play:
            found.append((train, path[-1] if (path := train.path) else engine))
    return found
