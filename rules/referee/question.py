"""A question to the referee (a position and possibly a hand), and the reasons and effects in the answer."""

from enum import StrEnum
from typing import NamedTuple

from rules.table.position import Position, Train
from rules.tile import Tile


class Reason(StrEnum):
    """A reason against a move; the members are in the referee's order."""

    ROUND_OVER = "round-over"
    NOT_YOUR_TURN = "not-your-turn"
    TILE_NOT_IN_SET = "tile-not-in-set"
    TILE_ALREADY_DOWN = "tile-already-down"
    TILE_NOT_IN_HAND = "tile-not-in-hand"
    NO_SUCH_TRAIN = "no-such-train"
    OWN_TRAIN_ONLY = "own-train-only"
    MEXICAN_NOT_YET = "mexican-not-yet"
    TRAIN_CLOSED = "train-closed"
    NO_MATCH = "no-match"
    DOUBLE_FIRST = "double-first"
    COVER_OWN_DOUBLE = "cover-own-double"
    ONE_TILE = "one-tile"
    DRAWN_TILE_ONLY = "drawn-tile-only"
    CAN_PLAY = "can-play"
    DRAW_FIRST = "draw-first"
    DRAWN_MUST_PLAY = "drawn-must-play"
    ONE_DRAW = "one-draw"
    BONEYARD_EMPTY = "boneyard-empty"
    NO_FIRST_TURN_DRAW = "no-first-turn-draw"
    EXTRA_TILE_OWED = "extra-tile-owed"
    NOTHING_TO_END = "nothing-to-end"
    NOTHING_TO_CATCH = "nothing-to-catch"
    HAND_UNKNOWN = "hand-unknown"


class Effect(StrEnum):
    """An effect of a move. Every effect except the end of a round is about a seat or a train."""

    STARTS = "starts"
    CLOSES = "closes"
    MARKER_OFF = "marker-off"
    OPENS = "opens"
    OUT = "out"
    OWES = "owes"
    DRAWS = "draws"
    MARKER_ON = "marker-on"
    NEXT = "next"
    ROUND_ENDS = "round-ends"


class Finding(NamedTuple):
    """A reason, the entry behind it in the rule book's ruling table, and the tile and the end that it is about."""

    reason: Reason
    rests_on: str
    tile: Tile | None = None
    end: int | None = None


class Question(NamedTuple):
    """A position, with the hand of the seat to move if it is shown."""

    position: Position
    hand: tuple[Tile, ...] | None = None


TrainEnd = tuple[Train, int]
Effects = list[tuple[Effect, str]]
