"""A position: the trains on the table, whose turn it is, and the number of tiles left to draw."""

from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import NamedTuple

from rules.books.book import RuleBook
from rules.tile import Tile, bits_with, tile

SEATS = "ABCDEFGH"
MEXICAN = "M"
# Every move looks up seats, up to four times, so this module does it without calling `seat_index`.
_PLACES = {letter: at for at, letter in enumerate(ascii_uppercase)}


def seat_index(seat: str) -> int:
    """The index of a seat, clockwise from A, which is 0. Letters after the last seat, up to Z, have an index too."""
    return _PLACES[seat]


class Train(NamedTuple):
    """A train, stored as the pips along it from the engine outward, so that its tiles always join.

    `name` is the owner's seat, or M for the Mexican train. `count` is the size of the owner's hand, if known.
    `is_untapped` is true if the owner laid the next-to-last tile without tapping and may still be caught.
    """

    name: str
    path: tuple[int, ...] = ()
    has_marker: bool = False
    count: int | None = None  # type: ignore[assignment] # hides `tuple.count`, which nobody calls on a train
    is_untapped: bool = False

    @property
    def has_open_double(self) -> bool:
        """True if the tile at the end of the train is a double that nothing covers yet."""
        path = self.path
        return len(path) > 2 and path[-1] == path[-2]

    @property
    def tiles(self) -> Iterator[Tile]:
        """The tiles of the train, from the engine outward."""
        return map(tile, self.path, self.path[1:])


class Turn(NamedTuple):
    """The seat to move, the number of its turn, and any tile owed or drawn in it. The seat is empty once the round is over."""

    seat: str = ""
    number: int = 0
    owes: bool = False
    has_drawn: bool = False
    drawn: Tile | None = None


def find_open_doubles(trains: Iterable[Train]) -> tuple[int, ...]:
    """The indexes of the trains that end in an open double."""
    return tuple([at for at, train in enumerate(trains) if train.has_open_double])


class Position(NamedTuple):
    """A table and the state of the turn.

    `trains` are the seats' trains clockwise, then the Mexican train. `first` is the seat that opened the round.
    `turn` is the seat to move, or empty once the round is over; `number` is the number of its turn. `has_drawn`
    is true if the seat has drawn and laid nothing since; `drawn` is the tile, if it was shown. `boneyard` is the
    number of tiles left to draw, or None if nobody counted them. `down` has the bits of all tiles on the table,
    and `open_doubles` the indexes of the trains that end in an open double: the referee asks for both at every
    move.
    """

    book: RuleBook
    engine: int
    trains: tuple[Train, ...]
    first: str
    turn: str
    number: int
    owes: bool
    has_drawn: bool
    drawn: Tile | None
    boneyard: int | None
    down: int
    open_doubles: tuple[int, ...]

    @property
    def seats(self) -> tuple[Train, ...]:
        """The players' own trains."""
        return self.trains[:-1]

    @property
    def own(self) -> Train:
        """The train of the seat to move."""
        return self.trains[_PLACES[self.turn]]

    @property
    def whole_turn(self) -> Turn:
        """The turn, with everything owed or drawn in it."""
        return Turn(seat=self.turn, number=self.number, owes=self.owes, has_drawn=self.has_drawn, drawn=self.drawn)

    def at_turn(self, seat: str, number: int) -> "Position":
        """The same table at the start of another turn. An empty `seat` means that the round is over."""
        return self._replace(turn=seat, number=number, owes=False, has_drawn=False, drawn=None)

    def train(self, name: str) -> Train | None:
        """The train with this name, or None if this table has none."""
        if name == MEXICAN:
            return self.trains[-1]
        at = _PLACES.get(name)
        return self.trains[at] if at is not None and at < len(self.trains) - 1 else None

    def place(self, train: Train) -> int:
        """The index of a train in `trains`."""
        return len(self.trains) - 1 if train.name == MEXICAN else seat_index(train.name)

    def end(self, train: Train) -> int:
        """The number that a tile has to show to be laid on this train."""
        return train.path[-1] if train.path else self.engine

    def is_dead(self, pip: int) -> bool:
        """True if every tile with this number is on the table: one that is still in a hand keeps the number alive."""
        return not bits_with(self.book.options.highest, pip) & ~self.down

    def has_boneyard(self) -> bool:
        """True if there is something to draw; a boneyard that nobody counted is taken to have tiles."""
        return self.boneyard != 0


def make_position(
    *, book: RuleBook, engine: int, trains: tuple[Train, ...], first: str, turn: Turn, boneyard: int | None, down: int
) -> Position:
    """The position with these trains at this turn. `down` has the bits of all tiles on the table."""
    # The fields of a turn are consecutive fields of a position.
    return Position(book, engine, trains, first, *turn, boneyard, down, find_open_doubles(trains))
