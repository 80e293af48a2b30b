"""A table as it lies: the trains, whose turn it is, and what is left to draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules.books.book import RuleBook
from rules.tile import Tile, bits_with, tile

SEATS = "ABCDEFGH"
MEXICAN = "M"


@dataclass(frozen=True, slots=True)
class Train:
    """A train as the pips along it from the engine outward, so that tiles that do not join cannot be written.

    `name` is its owner's seat, or M. `count` is how many tiles the owner holds, if that is known; `is_untapped` says that
    the next-to-last was laid without tapping and that this may still be noticed.
    """

    name: str
    path: tuple[int, ...] = ()
    has_marker: bool = False
    count: int | None = None
    is_untapped: bool = False

    @property
    def has_open_double(self) -> bool:
        """The tile at its end is a double that nothing covers yet."""
        path = self.path
        return len(path) > 2 and path[-1] == path[-2]

    @property
    def tiles(self) -> Iterator[Tile]:
        """The tiles of the train, from the engine outward."""
        return (tile(self.path[at], self.path[at + 1]) for at in range(len(self.path) - 1))


class Turn(NamedTuple):
    """The seat to move, which of its turns it is, and what is owed or drawn in it. The seat is empty once the round is over."""

    seat: str = ""
    number: int = 0
    owes: bool = False
    has_drawn: bool = False
    drawn: Tile | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A table and the turn on it.

    `trains` are the seats' clockwise, then the Mexican train. `first` opened the round; `turn` is the seat to move, empty
    once the round is over, and `number` which of its turns it is. `has_drawn`: it drew and laid nothing since, `drawn` the
    tile if it was shown. `boneyard` is the tiles left to draw, None if nobody counted; `down` the bits of all tiles that lie.
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

    @property
    def seats(self) -> tuple[Train, ...]:
        """The players' own trains."""
        return self.trains[:-1]

    @property
    def own(self) -> Train:
        """The train of the seat to move."""
        return self.trains[ord(self.turn) - 65]

    @property
    def whole_turn(self) -> Turn:
        """The turn with all that is owed or drawn in it."""
        return Turn(self.turn, self.number, self.owes, self.has_drawn, self.drawn)

    def train(self, name: str) -> Train | None:
        """The train of this name, if there is one at this table."""
        if name == MEXICAN:
            return self.trains[-1]
        at = ord(name) - 65
        return self.trains[at] if at < len(self.trains) - 1 else None

    def end(self, train: Train) -> int:
        """The number that a tile has to show to be laid on this train."""
        return train.path[-1] if train.path else self.engine

    def is_dead(self, pip: int) -> bool:
        """Every tile with this number lies on the table."""
        return not bits_with(self.book.options.highest, pip) & ~self.down

    def has_boneyard(self) -> bool:
        """There is something to draw; a boneyard that nobody counted is taken to have some."""
        return self.boneyard != 0
