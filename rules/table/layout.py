"""A table that is entered by hand: its trains, whose turn it is, and the number of tiles left to draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.books.book import RuleBook
from rules.books.deal_table import FEWEST_PLAYERS
from rules.errors import NotationError
from rules.table.check import check_count, check_drawn, check_turn
from rules.table.deal import most_players
from rules.table.notation import printable, read_pip, read_position, write_path, write_turn
from rules.table.position import MEXICAN, SEATS, Position, Train, Turn, make_position
from rules.tile import Tile, full_set, read_tile, tile
from rules.wording import say


class LayoutError(NotationError):
    """Raised for trains that are impossible as entered; `trains` has a sentence for each, keyed by train name."""

    def __init__(self, trains: Mapping[str, str]) -> None:
        super().__init__(" ".join(trains.values()))
        self.trains = trains


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A table as entered: the players' trains clockwise, then the Mexican train. `first` is the opener's seat.

    Each train has its marker and count, and is paired with the text of its path, given as pips or as tiles from
    the engine outward. `boneyard` is the number of tiles left to draw, or None if nobody counted them.
    """

    book: RuleBook
    engine: int
    trains: Sequence[tuple[Train, str]]
    first: str
    turn: Turn
    boneyard: int | None


def lay_out(layout: Layout, names: Mapping[str, str]) -> Position:
    """The position of a layout. `names` are the players' names by seat.

    Raises LayoutError for impossible trains, and NotationError if the turn, the hands or the boneyard do not fit
    the set.
    """
    book, engine, turn = layout.book, layout.engine, layout.turn
    where = {tile(engine, engine): say("train.middle")}
    trains, wrong = list[Train](), dict[str, str]()
    for train, text in layout.trains:
        try:
            path = read_train(text, engine)
            _lay(path, book, where, say("layout.on", train=_train_name(train.name, names)))
        except NotationError as error:
            wrong[train.name] = str(error)
        else:
            trains.append(train._replace(path=path))
    if wrong:
        raise LayoutError(wrong)
    down = sum(domino.bit for domino in where)
    check_turn(turn, write_turn(turn), book)
    check_drawn(turn, write_turn(turn), down)
    most = len(full_set(book.options.highest))
    if layout.boneyard is not None and layout.boneyard > most:
        raise NotationError(say("notation.no-number", part="boneyard", text=layout.boneyard, most=most))
    check_count(book, trains, layout.boneyard, down)
    return make_position(
        book=book,
        engine=engine,
        trains=tuple(trains),
        first=layout.first,
        turn=turn,
        boneyard=layout.boneyard,
        down=down,
    )


def _lay(path: Sequence[int], book: RuleBook, where: dict[Tile, str], there: str) -> None:
    """Add the tiles of a train to those on the table.

    Raises NotationError for a tile that is not in the set or is already on the table.
    """
    for inner, outer in pairwise(path):
        domino = tile(inner, outer)
        if domino.high > book.options.highest:
            raise NotationError(say("reason.tile-not-in-set", tile=domino))
        if domino in where:
            raise NotationError(say("layout.lies-twice", tile=domino, where=where[domino]))
        where[domino] = there


def _train_name(name: str, names: Mapping[str, str]) -> str:
    return say("ruling.mexican-train") if name == MEXICAN else say("ruling.train", name=names.get(name, name))


def read_opening(book: RuleBook, players: str, engine: str) -> Position:
    """A table before its first move, from the number of players and the engine as typed (the highest if left empty).

    Raises NotationError for a number or an engine that does not fit the rules.
    """
    most = most_players(book)
    if not (players.isdecimal() and len(players) == 1 and FEWEST_PLAYERS <= int(players) <= most):
        raise NotationError(say("opening.players", players=players[:10], most=most))
    trains = "/".join([*SEATS[: int(players)], MEXICAN])
    return read_position(f"{book} {engine or max(book.options.engines)} {trains} A1 ?")


def turn_of(seat: str, is_first: bool, before: Position | None) -> Turn:
    """The seat's first turn or a later one. Owed and drawn tiles carry over if `before` is at the same turn."""
    if before is not None and before.turn == seat and (before.number == 1) == is_first:
        return before.whole_turn
    return Turn(seat=seat, number=1 if is_first else 2)


def read_train(text: str, engine: int) -> tuple[int, ...]:
    """The pips of a train typed as pips (`9-7-3-3`) or tile by tile outward (`9-7 3-7 3-3`).

    Raises NotationError for text that is not a train from this engine.
    """
    words = printable(text).replace(",", " ").split()
    if len(words) < 2 or not all("-" in word for word in words):
        path = tuple(read_pip(word) for word in "-".join(words).split("-") if word.isdecimal() and len(word) < 3)
        if "-".join(map(str, path)) != "-".join(words):
            raise NotationError(say("notation.no-train", text=text[:40], engine=engine))
        if path and path[0] != engine:
            raise NotationError(say("notation.begins", engine=engine, pip=path[0]))
        return path if len(path) > 1 else ()
    ends = [engine]
    for domino in map(read_tile, words):
        if ends[-1] not in (domino.high, domino.low):
            raise NotationError(say("notation.does-not-join", tile=domino, end=ends[-1]))
        ends.append(domino.low if domino.high == ends[-1] else domino.high)
    return tuple(ends)


def grow_train(text: str, engine: int, pips: int) -> str:
    """The text of a train with one more number at its end. An empty train starts with the engine's number.

    Raises NotationError for text that is not a train from this engine.
    """
    path = read_train(text, engine) or (engine,)
    is_begun = bool(text) or pips != engine
    return write_path((*path, pips) if is_begun else path)
