"""The trains as the table page shows them, and what can be tapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rules import Verdict, tile, write_move
from rules.referee.explanation import train_name
from rules.referee.in_words import train_in_words
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.referee.turn import has_to_be_covered, playable_trains
from rules.table.move import Caught, Done, Draw, Move, Pass
from rules.table.position import Position, Train


class TileButton(NamedTuple):
    """One number to tap: the other end of a tile, its move in notation, and whether that tile is already on the table."""

    pips: int
    move: str
    lies: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainRow:
    """A train: its name, its state in words, its tiles from the end back to the engine, and the numbers to tap."""

    train: Train
    name: str
    words: str
    tiles: Sequence[tuple[int, int]]
    end: int
    may_play: bool
    is_bound: bool
    is_open: bool
    buttons: Sequence[TileButton]


def train_rows(position: Position, names: Mapping[str, str], with_buttons: bool) -> list[TrainRow]:
    """Every train: the players' clockwise, then the Mexican train. The one that must be played on is unfolded."""
    return [train_row(position, train, names, with_buttons) for train in position.trains]


def train_row(position: Position, train: Train, names: Mapping[str, str], with_buttons: bool) -> TrainRow:
    """One train of a position."""
    places = playable_trains(position)
    return TrainRow(
        train=train,
        name=train_name(train, position, names),
        words=train_in_words(position, train, names),
        tiles=list(pairwise(train.path))[::-1],
        end=position.end(train),
        may_play=train in places,
        is_bound=train in places and has_to_be_covered(position, train),
        is_open=places == [train],
        buttons=_buttons(position, train) if with_buttons and position.turn else (),
    )


def _buttons(position: Position, train: Train) -> list[TileButton]:
    end, buttons = position.end(train), []
    for pips in range(position.book.options.highest + 1):
        one = tile(end, pips)
        buttons.append(TileButton(pips, f"{position.turn} {one}@{train.name}", bool(one.bit & position.down)))
    return buttons


def actions(position: Position) -> list[tuple[str, Move]]:
    """The moves that lay no tile and may apply now, as pairs of notation and move."""
    if not position.turn:
        return []
    seat, question = position.turn, Question(position)
    moves: list[Move] = [Draw(seat), Pass(seat), Done(seat)]
    moves += [Caught(train.name) for train in position.seats if train.is_untapped]
    return [(write_move(move), move) for move in moves if rule(question, move).verdict is not Verdict.ILLEGAL]
