"""Facts about a turn that need no hand: the trains that may be played on, the duties, and who is already out."""

from collections.abc import Sequence

from rules.referee.clauses import first_turn, tap, trains
from rules.table.position import Position, Train


def playable_trains(position: Position) -> Sequence[Train]:
    """The trains that the seat to move may play on; none once the round is over."""
    return [train for train, _ in trains.train_ends(position)] if position.turn else []


def has_to_be_covered(position: Position, train: Train) -> bool:
    """True if the double at the end of a playable train binds the seat to move (D9-3.1, D6-8a, D12-5.1)."""
    return train.has_open_double and not first_turn.exempts_double(position)


def is_tap_due(position: Position) -> bool:
    """True if the next tile that the seat to move lays is its next-to-last and calls for a tap (D12-7.1)."""
    return bool(position.turn) and tap.is_due(position, position.own.count)


def out_already(position: Position) -> str:
    """The seat that has no tiles left after the first turns, which ends the round; empty if there is none."""
    return next((train.name for train in position.seats if train.count == 0 and position.number > 1), "")
