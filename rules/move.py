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
class Pass:
    """Pass, and put a marker on one's own train."""

    seat: str
    is_overruled: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """End a first-turn run."""

    seat: str
    is_overruled: bool = False


@dataclass(frozen=True, slots=True)
class Caught:
    """Another player noticed that this seat did not tap."""

    seat: str
    is_overruled: bool = False


Move = Lay | Draw | Pass | Done | Caught
