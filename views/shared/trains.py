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


class TileKey(NamedTuple):
    """The button for a tile: its move, the number at its other end, and whether the tile is already on the table."""

    move: str
    pips: int
    is_lying: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainRow:
    """A train: its name, its state in words, its tiles from the end back to the engine, and the keys to tap.

    There are no keys if it is nobody's turn.
    """

    train: Train
    name: str
    words: str
    tiles: tuple[tuple[int, int], ...]
    end: int
    may_play: bool
    is_bound: bool
    is_open: bool
    keys: Sequence[TileKey]


def train_rows(position: Position, names: Mapping[str, str], with_keys: bool) -> list[TrainRow]:
    """All trains: the players' clockwise, then the Mexican train. If only one train can be played on, it is unfolded."""
    places = playable_trains(position)
    return [
        TrainRow(
            train=train,
            name=train_name(train.name, names),
            words=train_in_words(train, position.end(train), names),
            tiles=tuple(pairwise(train.path))[::-1],
            end=position.end(train),
            may_play=train in places,
            is_bound=train in places and has_to_be_covered(position, train),
            is_open=places == [train],
            keys=_keys(position, train) if with_keys and position.turn else (),
        )
        for train in position.trains
    ]


def _keys(position: Position, train: Train) -> list[TileKey]:
    """A key for each tile that has the number at the end of the train."""
    end = position.end(train)
    tiles = [(pips, tile(end, pips)) for pips in range(position.book.options.highest + 1)]
    return [
        TileKey(f"{position.turn} {domino}@{train.name}", pips, bool(domino.bit & position.down))
        for pips, domino in tiles
    ]


def actions(position: Position) -> list[tuple[str, Move]]:
    """The moves that need no tile and may be legal now, as pairs of notation and move."""
    if not position.turn:
        return []
    seat, question = position.turn, Question(position)
    moves: list[Move] = [Draw(seat), Pass(seat), Done(seat)]
    moves += [Caught(train.name) for train in position.seats if train.is_untapped]
    return [(write_move(move), move) for move in moves if rule(question, move).verdict is not Verdict.ILLEGAL]
