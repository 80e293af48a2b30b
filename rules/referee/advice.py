"""Advice for the owner of a hand: the moves that the hand allows on the table as it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.referee.clauses import ending, first_turn
from rules.referee.judge import legal_moves, rule
from rules.referee.question import Question
from rules.referee.ruling import Ruling
from rules.referee.runs import Runs, best_runs
from rules.table.move import Draw, Move, Pass
from rules.table.position import Position
from rules.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Advice for one seat: the legal moves, the rulings on a draw and on a pass, and the best first-turn runs.

    `is_turn` is true if the seat is to move. Otherwise the moves are for its next turn, provided that the table
    does not change. `runs` is None unless a first-turn run is to be laid.
    """

    is_turn: bool
    moves: tuple[Move, ...]
    draw: Ruling
    pass_on: Ruling
    runs: Runs | None


def advise(
    position: Position, seat: str, hand: Sequence[Tile], drawn: Tile | None, names: Mapping[str, str]
) -> Advice | None:
    """Advice for a seat with this hand; None once the round is over. `drawn` is the tile that the seat drew last."""
    if not position.turn:
        return None
    is_turn = position.turn == seat
    if is_turn:
        position = position._replace(drawn=drawn if position.has_drawn and drawn in hand else position.drawn)
    else:
        number = position.number + (seat not in ending.still_to_come(position))
        position = position.at_turn(seat, number)
    question = Question(position, tuple(hand))
    runs = best_runs(hand, position.end(position.own)) if first_turn.is_run(position) else None
    return Advice(
        is_turn=is_turn,
        moves=tuple(legal_moves(position, hand)),
        draw=rule(question, Draw(seat), names),
        pass_on=rule(question, Pass(seat), names),
        runs=runs,
    )
