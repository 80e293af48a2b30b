"""Every train as the table page shows it, and what may be tapped there."""

from collections.abc import Mapping, Sequence
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


class Key(NamedTuple):
    """One number that can be tapped: the other end of a tile, the move as notation, and whether that tile lies already."""

    pips: int
    move: str
    lies: bool


class Row(NamedTuple):
    """A train: its name, how it lies in words, its tiles from the end inward, and the numbers to tap."""

    train: Train
    name: str
    words: str
    tiles: Sequence[tuple[int, int]]
    end: int
    may_play: bool
    is_bound: bool
    is_open: bool
    keys: Sequence[Key]


def rows(position: Position, names: Mapping[str, str], with_keys: bool) -> list[Row]:
    """Every train, the players' clockwise and then the Mexican train. The one that has to be played on is open already."""
    places = playable_trains(position)
    return [
        Row(
            train,
            train_name(train, position, names),
            train_in_words(position, train, names),
            list(pairwise(train.path))[::-1],
            position.end(train),
            train in places,
            train in places and has_to_be_covered(position, train),
            places == [train],
            _keys(position, train) if with_keys and position.turn else (),
        )
        for train in position.trains
    ]


def _keys(position: Position, train: Train) -> list[Key]:
    end, keys = position.end(train), []
    for pips in range(position.book.options.highest + 1):
        one = tile(end, pips)
        keys.append(Key(pips, f"{position.turn} {one}@{train.name}", bool(one.bit & position.down)))
    return keys


def actions(position: Position) -> list[tuple[str, Move]]:
    """The moves that lay no tile, as notation and move: only those that may apply now."""
    if not position.turn:
        return []
    seat, question = position.turn, Question(position)
    moves: list[Move] = [Draw(seat), Pass(seat), Done(seat)]
    moves += [Caught(train.name) for train in position.seats if train.is_untapped]
    return [(write_move(move), move) for move in moves if rule(question, move).verdict is not Verdict.ILLEGAL]
