"""The moves: lay tiles, draw, pass, end a run, catch a missed tap."""

from dataclasses import dataclass

from rules.tile import Tile, tile


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a tile, or a run of joined tiles given as the pips along it, on a train; `tap` on the table with it."""

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
    """Draw a tile; it is known if it was shown."""

    seat: str
    drawn: Tile | None = None
    is_overruled: bool = False


@dataclass(frozen=True, slots=True)
class _OfASeat:
    """A move that says no more than whose it is. Two kinds of them are never equal."""

    seat: str
    is_overruled: bool = False


class Pass(_OfASeat):
    """Pass, and put a marker on one's own train."""

    __slots__ = ()


class Done(_OfASeat):
    """End a first-turn run."""

    __slots__ = ()


class Caught(_OfASeat):
    """Another player noticed that this seat did not tap."""

    __slots__ = ()


Move = Lay | Draw | Pass | Done | Caught
