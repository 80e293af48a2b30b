"""The moves that lay a tile from a hand wherever it may go."""

from rules.referee.clauses import doubles, trains
from rules.referee.question import Question
from rules.table.move import Lay


def playable(question: Question) -> list[Lay]:
    """Every move that lays a tile of the hand (or only the drawn tile, if known) on a train where it may be laid now."""
    position = question.position
    held = question.hand or ()
    if position.drawn is not None:
        held = (position.drawn,)
    ends = trains.train_ends(position)
    fitting, moves = {end for _, end in ends}, []
    for tile in held:
        if tile.high not in fitting and tile.low not in fitting:
            continue
        high, low, bit = tile
        if bit & position.down or (position.owes and doubles.double_as_extra(position, tile)):
            continue
        for pips in (high, low) if high != low else (high,):
            for train, end in ends:
                if end == pips:
                    moves.append(Lay(seat=position.turn, chain=(high, low), train=train.name))
    return moves
