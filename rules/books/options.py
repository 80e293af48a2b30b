"""The options in which rule sets differ, each a small enum, a number or a list of numbers.

An option's key is its field name with dashes instead of underscores. Keys and values are spelled the same way
in books, in house rules and in the brackets of a position.
"""

from dataclasses import dataclass
from enum import EnumType, StrEnum

from rules.errors import BookError
from rules.wording import say


class EngineFrom(StrEnum):
    SET_ASIDE = "set-aside"
    HAND = "hand"


class Starter(StrEnum):
    HIGHEST_TILE = "highest-tile"
    ENGINE_HOLDER = "engine-holder"
    ROTATE = "rotate"


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class HighestBy(StrEnum):
    PIP_SUM = "pip-sum"
    HIGHEST_DOUBLE = "highest-double"


class StarterTie(StrEnum):
    LARGER_SINGLE_END = "larger-single-end"
    DRAW_AGAIN = "draw-again"


class FirstTurn(StrEnum):
    RUN = "run"
    ONE_TILE = "one-tile"


class FirstTurnTrains(StrEnum):
    OWN = "own"
    OPEN = "open"


class YesNo(StrEnum):
    YES = "yes"
    NO = "no"


class FirstTurnDouble(StrEnum):
    EXEMPT = "exempt"
    NO_EXEMPTION = "no-exemption"


class MexicanOpens(StrEnum):
    FIRST_TURN = "first-turn"
    SECOND_TURN = "second-turn"
    AFTER_OWN_TRAIN = "after-own-train"


class Draws(StrEnum):
    ONE = "1"
    UNTIL_IT_PLAYS = "until-it-plays"


class DrawnTile(StrEnum):
    MUST = "must"
    MAY = "may"
    # The meaning of "may" before version 0.7.0.
    MAY_ALWAYS = "may-always"


class ExtraTileOn(StrEnum):
    ANY_OPEN_TRAIN = "any-open-train"
    DOUBLE = "double"
    DOUBLE_OR_PUBLIC = "double-or-public-train"


class Freeze(StrEnum):
    EVERYONE = "everyone"
    NONE = "none"


class DeadDouble(StrEnum):
    HOLDS = "holds"
    RELEASED = "released"


class MarkerOff(StrEnum):
    OWN_TRAIN = "own-train"
    ANY_PLAY = "any-play"


class OutOnDouble(StrEnum):
    YES = "yes"
    MUST_COVER = "must-cover"


class Tap(StrEnum):
    NONE = "none"
    ONE = "1"
    TWO = "2"


class Blocked(StrEnum):
    ALL_COUNT = "all-count"
    LOWEST_HAND_ZERO = "lowest-hand-0"


class Doubles(StrEnum):
    ONCE = "once"
    TWICE = "twice"


class Tie(StrEnum):
    SHARED_WIN = "shared-win"
    MOST_ROUNDS_WON = "most-rounds-won"


class Playoff(StrEnum):
    IN_PAIRS = "in-pairs"
    ONE_TABLE = "one-table"
    PAIRS_TO_TWO = "pairs-to-two"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All options of a rule set.

    `deal` lists the tiles per player for 2, 3, 4 ... players, and `engines` the number on each round's double.
    `blank_end`, `double_blank`, `out_bonus` and `open_marker` are pips. A game ends early once somebody has
    `limit` pips; 0 means no limit.
    """

    highest: int
    engines: tuple[int, ...]
    deal: tuple[int, ...]
    engine_from: EngineFrom
    starter: Starter
    direction: Direction
    highest_by: HighestBy
    starter_tie: StarterTie
    first_turn: FirstTurn
    first_turn_trains: FirstTurnTrains
    first_turn_draw: YesNo
    first_turn_double: FirstTurnDouble
    mexican_opens: MexicanOpens
    draws: Draws
    drawn_tile: DrawnTile
    must_play: YesNo
    extra_tile_on: ExtraTileOn
    double_as_extra: YesNo
    extra_starts_mexican: YesNo
    freeze: Freeze
    cover_closed_train: YesNo
    dead_double: DeadDouble
    marker_off: MarkerOff
    voluntary_marker: YesNo
    out_on_double: OutOnDouble
    tap: Tap
    blocked: Blocked
    double_blank: int
    blank_end: int
    doubles: Doubles
    out_bonus: int
    open_marker: int
    limit: int
    tie: Tie
    playoff: Playoff


# Customs described only in words: books cite them, but groups cannot choose them. Older texts list them as options.
IN_WORDS = {
    "hunt": ("all-draw-one",),
    "out-on-first-turn": ("others-finish",),
    "cover-order": ("any",),
    "empty-boneyard": ("pass-and-marker",),
    "wrong-move": ("taken-back", "referee"),
}

# Values that old games may have: they are still read and written, but never offered for a new game.
NO_LONGER_OFFERED = frozenset({DrawnTile.MAY_ALWAYS, Playoff.PAIRS_TO_TWO})

Value = int | tuple[int, ...] | StrEnum
TYPE_OF: dict[str, type] = {name.replace("_", "-"): kind for name, kind in Options.__annotations__.items()}


def read_value(key: str, value: object) -> Value | None:
    """Read the value of an option as written in a book or a house rule: `9`, `"run"`, `[10, 10, 7]`, `"12-10-8"`.

    None for a custom described only in words. Raises BookError for an option or a value that does not exist.
    """
    kind = TYPE_OF.get(key)
    if key in IN_WORDS:
        if value not in IN_WORDS[key]:
            raise BookError(say("book.no-value", key=key, text=value, known=IN_WORDS[key][0]))
        return None
    if kind is None:
        raise BookError(say("book.no-option", key=key))
    text = "-".join(map(str, value)) if isinstance(value, list) else str(value)
    if isinstance(kind, EnumType):
        if text not in set(kind):
            raise BookError(say("book.no-value", key=key, text=text, known=", ".join(offered_values(key))))
        return kind(text)
    numbers = text.split("-")
    if not all(number.isascii() and number.isdecimal() and len(number) < 4 for number in numbers):
        raise BookError(say("book.whole-numbers", key=key, text=text))
    if kind is int and len(numbers) == 1:
        return int(numbers[0])
    if kind is int:
        raise BookError(say("book.one-number", key=key, text=text))
    return tuple(map(int, numbers))


def write_value(value: Value | None) -> str:
    """The value as text that `read_value` reads; empty for a custom described only in words."""
    if value is None:
        return ""
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def offered_values(key: str) -> list[StrEnum]:
    """The values that a group can choose for an option; none if it takes numbers or is described only in words."""
    kind: object = TYPE_OF.get(key)
    values: list[StrEnum] = list(kind) if isinstance(kind, EnumType) else []
    return [value for value in values if value not in NO_LONGER_OFFERED]
