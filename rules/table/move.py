"""The moves: lay tiles, draw, pass, end a run, catch a missed tap. `deed` names a kind of move in texts."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.tile import Tile, tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay:
    """A move that lays a tile or a run of joined tiles on a train. `chain` is the pips along it; `tap`: the player taps the
    table.
    """

    deed: ClassVar[str] = "lay"
    seat: str
    chain: tuple[int, ...]
    train: str
    tap: bool = False
    is_overruled: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order in which they are laid."""
        chain = self.chain
        return tuple([tile(chain[at], chain[at + 1]) for at in range(len(chain) - 1)])


@dataclass(frozen=True, slots=True)
class Draw:
    """A move that draws a tile; the tile is known if it was shown."""

    deed: ClassVar[str] = "draw"
    seat: str
    drawn: Tile | None = None
    is_overruled: bool = False


@dataclass(frozen=True, slots=True)
class _OfASeat:
    """A move that has only its seat. Moves of two kinds are never equal."""

    deed: ClassVar[str]
    seat: str
    is_overruled: bool = False


class Pass(_OfASeat):
    """A pass, which puts a marker on the player's own train."""

    __slots__ = ()
    deed: ClassVar[str] = "pass"


class Done(_OfASeat):
    """The end of a first-turn run."""

    __slots__ = ()
    deed: ClassVar[str] = "done"


class Caught(_OfASeat):
    """A catch: another player noticed that this seat did not tap."""

    __slots__ = ()
    deed: ClassVar[str] = "caught"


Move = Lay | Draw | Pass | Done | Caught


def bare(move: Move) -> Move:
    """The move itself, without a tap and without the table's agreement."""
    return replace(move, is_overruled=False, tap=False) if isinstance(move, Lay) else replace(move, is_overruled=False)
