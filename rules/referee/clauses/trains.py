"""Trains: which may be played on, when the Mexican train opens, and where a tile fits."""

from rules.books.options import MexicanOpens
from rules.referee.clauses import doubles, first_turn
from rules.referee.question import Finding, Reason, TrainEnd
from rules.table.position import MEXICAN, Position, Train


def keeps_out(position: Position, train: Train, bound: tuple[Train, ...]) -> list[Finding]:
    """Every reason against playing on this train now, whatever the tile. `bound` are the trains with a double to cover."""
    if not bound and not position.owes and (train.name == position.turn or (train.has_marker and position.number > 1)):
        return []
    if train in bound:
        # The duty to cover beats every rule about trains, except the one for a double on a closed train.
        found = [None if doubles.opens_closed_train(position) else train_closed(position, train, "lay.cover.closed")]
    else:
        found = [
            first_turn.own_train_only(position, train),
            mexican_not_yet(position, train),
            doubles.extra_starts_mexican(position, train),
            train_closed(position, train),
            doubles.double_first(position, bound),
            doubles.cover_own_double(position, train),
        ]
    return [finding for finding in found if finding is not None]


def mexican_not_yet(position: Position, train: Train) -> Finding | None:
    """The reason against the Mexican train while it is too early to begin it (D9-2.3b, D12-3.1; custom mexican-opens)."""
    if train.name != MEXICAN:
        return None
    opens = position.book.options.mexican_opens
    if opens is MexicanOpens.SECOND_TURN and position.number == 1:
        return Finding(Reason.MEXICAN_NOT_YET, "mexican-not-yet")
    if opens is MexicanOpens.AFTER_OWN_TRAIN and not position.own.path:
        return Finding(Reason.MEXICAN_NOT_YET, "mexican-not-yet")
    return None


def train_closed(position: Position, train: Train, rests_on: str = "train-closed") -> Finding | None:
    """The reason against another player's train without a marker (D9-2.2, D6-12b, D12-4.2)."""
    if train.has_marker or train.name in (MEXICAN, position.turn):
        return None
    return Finding(Reason.TRAIN_CLOSED, rests_on)


def train_ends(position: Position) -> list[TrainEnd]:
    """The trains that the seat to move may play on, each with the number that fits there."""
    bound = doubles.binding(position)
    if bound or position.owes or position.number == 1:
        return [(train, position.end(train)) for train in position.trains if not keeps_out(position, train, bound)]
    # An ordinary turn, by far the most usual: the player's own train, marked trains and the Mexican train.
    turn, engine = position.turn, position.engine
    return [
        (train, train.path[-1] if train.path else engine)
        for train in position.trains
        if train.has_marker or train.name == turn or (train.name == MEXICAN and not mexican_not_yet(position, train))
    ]
