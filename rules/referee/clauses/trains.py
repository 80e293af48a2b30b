"""Trains: which may be played on, when the Mexican train opens, and where a tile fits."""

from rules.books.options import MexicanOpens
from rules.referee.clauses import doubles, first_turn
from rules.referee.question import Finding, Reason, TrainEnd
from rules.table.position import MEXICAN, Position, Train


def keeps_out(position: Position, train: Train, bound: tuple[Train, ...]) -> list[Finding]:
    """Every reason against playing on this train now, whatever the tile. `bound` are the trains with a double to cover."""
    if train in bound:
        # The duty to cover overrides every rule about trains, except the one for a double on a closed train.
        return [] if doubles.opens_closed_train(position) else train_closed(position, train, "lay.cover.closed")
    findings = train_closed(position, train)
    if bound or position.owes or position.number == 1 or train.name == MEXICAN:
        findings += _against_open(position, train, bound)
    return findings


def _against_open(position: Position, train: Train, bound: tuple[Train, ...]) -> list[Finding]:
    """Every reason against playing on a train that would be open in an ordinary turn."""
    findings = [
        first_turn.own_train_only(position, train),
        mexican_not_yet(position) if train.name == MEXICAN else None,
        doubles.double_first(position, bound) if bound else None,
    ]
    if position.owes:
        findings += [doubles.extra_starts_mexican(position, train), doubles.cover_own_double(position, train)]
    return [finding for finding in findings if finding]


def mexican_not_yet(position: Position) -> Finding | None:
    """The reason the Mexican train may not be played on yet (D9-2.3b, D12-3.1; custom mexican-opens)."""
    opens, too_early = position.book.options.mexican_opens, Finding(Reason.MEXICAN_NOT_YET, "mexican-not-yet")
    if opens is MexicanOpens.SECOND_TURN and position.number == 1:
        return too_early
    if opens is MexicanOpens.AFTER_OWN_TRAIN and not position.own.path:
        return too_early
    return None


def train_closed(position: Position, train: Train, rests_on: str = "train-closed") -> list[Finding]:
    """The reason another player's train without a marker may not be played on (D9-2.2, D6-12b, D12-4.2)."""
    is_open = train.has_marker or train.name == position.turn or train.name == MEXICAN
    return [] if is_open else [Finding(Reason.TRAIN_CLOSED, rests_on)]


def train_ends(position: Position) -> list[TrainEnd]:
    """The trains that the seat to move may play on, each with the number that fits there."""
    bound = doubles.binding(position)
    return [(train, position.end(train)) for train in position.trains if not keeps_out(position, train, bound)]
