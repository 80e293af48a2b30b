"""The tiles of a hand that may be laid, and where."""

from rules.referee.clauses import doubles, trains
from rules.referee.question import Question
from rules.table.position import Train
from rules.tile import Tile


def playable(question: Question) -> list[tuple[Tile, Train]]:
    """Every tile of the hand, or only the one drawn, with each train that it may be laid on now."""
    position = question.position
    held = question.hand or ()
    if position.drawn is not None:
        held = (position.drawn,)
    by_end: dict[int, list[Train]] = {}
    for train, end in trains.train_ends(position):
        by_end.setdefault(end, []).append(train)
    found = []
    for one in held:
        high, low, bit = one
        if high not in by_end and low not in by_end:
            continue
        if bit & position.down or (position.owes and doubles.double_as_extra(position, one)):
            continue
        for end in (high, low) if high != low else (high,):
            for train in by_end.get(end, ()):
                found.append((one, train))
    return found
