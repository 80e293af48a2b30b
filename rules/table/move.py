"""The moves: lay tiles, draw, pass, end a run, catch a missed tap. `deed` is the kind of move, as used in sentence codes."""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from rules.tile import Tile, tile


class Lay(NamedTuple):
    """A move that lays a tile or a run of joined tiles on a train.

    `chain` has the pips along the tiles; `tap` is true if the player taps the table.
    """

    seat: str
    chain: tuple[int, ...]
    train: str
    tap: bool = False
    is_overruled: bool = False

    @property
    def deed(self) -> str:
        """The kind of move."""
        return "lay"

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order in which they are laid."""
        chain = self.chain
        if len(chain) == 2:
            return (tile(chain[0], chain[1]),)
        return tuple([tile(chain[at], chain[at + 1]) for at in range(len(chain) - 1)])


class Draw(NamedTuple):
    """A move that draws a tile; the tile is known if it was shown."""

    seat: str
    drawn: Tile | None = None
    is_overruled: bool = False

    @property
    def deed(self) -> str:
        """The kind of move."""
        return "draw"


@dataclass(frozen=True)
class _OfASeat:
    """A move with nothing but a seat. Moves of different kinds are never equal."""

    deed: ClassVar[str]
    seat: str
    is_overruled: bool = False


class Pass(_OfASeat):
    """A pass, which puts a marker on the player's own train."""

    deed: ClassVar[str] = "pass"


class Done(_OfASeat):
    """The end of a first-turn run."""

    deed: ClassVar[str] = "done"


class Caught(_OfASeat):
    """A catch: another player noticed that this seat did not tap."""

    deed: ClassVar[str] = "caught"


Move = Lay | Draw | Pass | Done | Caught


def bare(move: Move) -> Move:
    """The move itself, without a tap and without the table's agreement."""
    if isinstance(move, Lay):
        return move._replace(is_overruled=False, tap=False)
    return move._replace(is_overruled=False) if isinstance(move, Draw) else replace(move, is_overruled=False)


def agreed(move: Move) -> Move:
    """The same move, marked as allowed because the table agrees."""
    return move._replace(is_overruled=True) if isinstance(move, Lay | Draw) else replace(move, is_overruled=True)
