"""First turns: a run or one tile, the player's own train or any, and the effects of doubles and of going out."""

from rules.books.options import FirstTurnDouble, FirstTurnTrains, YesNo
from rules.referee.question import Finding, Reason
from rules.table.position import Position, Train

_OWN_TRAIN_ONLY = Finding(Reason.OWN_TRAIN_ONLY, "own-train-only")


def is_run(position: Position) -> bool:
    """True if this turn is a run, with as many tiles as fit (D9-1.7, D6-7)."""
    return position.number == 1 and position.book.has_runs


def has_run(position: Position) -> bool:
    """True if a tile of the first-turn run has been laid."""
    return is_run(position) and bool(position.own.path)


def binds_to_own_train(position: Position) -> bool:
    """True if this turn allows only the player's own train, even if others are marked (D9-1.6a; custom
    first-turn-trains).
    """
    return position.number == 1 and position.book.options.first_turn_trains is FirstTurnTrains.OWN


def own_train_only(position: Position, train: Train) -> Finding | None:
    """The reason a first turn has to be played on the player's own train (D9-1.6a; custom first-turn-trains)."""
    if train.name == position.turn or not binds_to_own_train(position):
        return None
    return _OWN_TRAIN_ONLY


def gives_draw(position: Position) -> bool:
    """True if a stuck player may draw; some rule sets forbid it on a first turn (D9-1.9, D6-10a, D12-4.1)."""
    return position.number > 1 or position.book.options.first_turn_draw is YesNo.YES


def exempts_double(position: Position) -> bool:
    """True if new doubles need no extra tile and open doubles bind nobody (D9-1.8, D9-3.8, D6-13; not D12-5.1)."""
    return position.number == 1 and position.book.options.first_turn_double is FirstTurnDouble.EXEMPT


def others_finish(position: Position) -> bool:
    """True if a player who goes out now waits until everybody has had a first turn (D9-4.3, D6-14)."""
    return is_run(position)
