"""The trains as the table page shows them, and what can be tapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from markupsafe import Markup

from rules import Verdict, tile, write_move
from rules.referee.explanation import seat_name, train_name
from rules.referee.in_words import train_in_words
from rules.referee.judge import rule
from rules.referee.question import Question
from rules.referee.turn import has_to_be_covered, playable_trains
from rules.table.move import Caught, Done, Draw, Move, Pass
from rules.table.position import Position, Train
from rules.wording import Reader, spoken
from views.shared.pieces import drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainRow:
    """A train: its name, its state in words, its tiles from the end back to the engine, and the keys to tap.

    `keys` are buttons, one for each number at the other end of a tile. There are none without a turn.
    """

    train: Train
    name: str
    words: str
    tiles: tuple[tuple[int, int], ...]
    end: int
    may_play: bool
    is_bound: bool
    is_open: bool
    keys: Markup


def train_rows(position: Position, names: Mapping[str, str], with_keys: bool) -> list[TrainRow]:
    """Every train: the players' clockwise, then the Mexican train. The one that must be played on is unfolded."""
    places = playable_trains(position)
    return [_row(position, train, names, places, with_keys=with_keys) for train in position.trains]


def train_row(position: Position, train: Train, names: Mapping[str, str]) -> TrainRow:
    """One train of a position, to look at."""
    return _row(position, train, names, playable_trains(position), with_keys=False)


def _row(
    position: Position, train: Train, names: Mapping[str, str], places: Sequence[Train], *, with_keys: bool
) -> TrainRow:
    owner = seat_name(train.name, names)
    return TrainRow(
        train=train,
        name=train_name(train, position, names),
        words=_words(train, position.end(train), owner, isinstance(owner, Reader), spoken()),
        tiles=tuple(pairwise(train.path))[::-1],
        end=position.end(train),
        may_play=train in places,
        is_bound=train in places and has_to_be_covered(position, train),
        is_open=places == [train],
        keys=_keys(position, train) if with_keys and position.turn else Markup(),
    )


def _keys(position: Position, train: Train) -> Markup:
    """The keys of a train. A tile that lies on the table says so."""
    # The template draws a key of each kind with gaps. Without that a hundred keys took as long as the rest of the table.
    free, lying = (str(drawn("tables/_key.html", "%s", "%s", is_lying)) for is_lying in (False, True))
    tiles = _tiles_with(position.end(train), position.book.options.highest)
    keys = [
        (lying if bit & position.down else free) % (f"{position.turn} {one}@{train.name}", pips, pips)
        for pips, one, bit in tiles
    ]
    return Markup("".join(keys))  # noqa: S704 (seats and numbers alone)


@lru_cache(maxsize=400)
def _tiles_with(end: int, highest: int) -> list[tuple[int, str, int]]:
    """Every tile of a set with this number: its other end, the tile, and its bit."""
    tiles = [(pips, tile(end, pips)) for pips in range(highest + 1)]
    return [(pips, str(one), one.bit) for pips, one in tiles]


@lru_cache(maxsize=2000)
def _words(train: Train, end: int, owner: str, _is_reader: bool, _language: str) -> str:
    """A train in words. A move changes one train, so the others are told as before."""
    return train_in_words(train, end, {train.name: owner})


def actions(position: Position) -> list[tuple[str, Move]]:
    """The moves that lay no tile and may apply now, as pairs of notation and move."""
    if not position.turn:
        return []
    seat, question = position.turn, Question(position)
    moves: list[Move] = [Draw(seat), Pass(seat), Done(seat)]
    moves += [Caught(train.name) for train in position.seats if train.is_untapped]
    return [(write_move(move), move) for move in moves if rule(question, move).verdict is not Verdict.ILLEGAL]
