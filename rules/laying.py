"""Which tiles of a hand may be laid, and where."""

from rules.clauses import doubles, trains
from rules.question import Question
from rules.table import Train
from rules.tile import Tile


def playable(question: Question) -> list[tuple[Tile, Train]]:
    """Every tile of the hand, or only the one drawn, with each train that it may be laid on now."""
    position = question.position
    held = question.hand or ()
    if position.drawn is not None:
        held = (position.drawn,)
    found = []
    allowed = trains.places(position)
    for one in held:
        if one.bit & position.down or (position.owes and doubles.double_as_extra(position, one)):
            continue
        found += [(one, train) for train, end in allowed if one.high == end or one.low == end]
    return found
