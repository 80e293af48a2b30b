"""Domino tiles, and a whole set of them."""

import re
from functools import cache
from typing import NamedTuple

from rules.errors import NotationError
from rules.typed import plain_signs
from rules.wording import say

LARGEST_PIP = 18

_AROUND_DASHES = re.compile(" ?- ?")
_TILE = re.compile(r"\s*([0-9]{1,2})\s*-\s*([0-9]{1,2})\s*")


class Tile(NamedTuple):
    """A domino tile, which is the same either way around. `tile` makes one, with the higher end first.

    `bit` is the tile's bit in a number that represents a set of tiles.
    """

    high: int
    low: int
    bit: int

    @property
    def pips(self) -> int:
        """The pips on both ends together."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """True if both ends are the same."""
        return self.high == self.low

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


@cache
def tile(one: int, other: int) -> Tile:
    """The tile with these two ends, in either order."""
    high, low = max(one, other), min(one, other)
    return Tile(high, low, 1 << (high * (high + 1) // 2 + low))


def read_tile(text: str) -> Tile:
    """The tile written as `9-4` or `4-9`. Raises NotationError for anything else."""
    found = _TILE.fullmatch(plain_signs(text))
    if found is None:
        raise NotationError(say("notation.no-tile-text", text=text[:20]))
    first, second = int(found[1]), int(found[2])
    if max(first, second) > LARGEST_PIP:
        raise NotationError(say("notation.tile-pips", text=text[:20], largest=LARGEST_PIP))
    return tile(first, second)


def read_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles in a text, with spaces or commas between them: `9-4 6-6 0-0`. Raises NotationError for anything else."""
    words = _AROUND_DASHES.sub("-", " ".join(plain_signs(text).split()))
    return tuple(read_tile(word) for word in words.replace(",", " ").split())


def write_tiles(tiles: tuple[Tile, ...]) -> str:
    """The tiles as text that `read_tiles` reads, highest first."""
    return " ".join(str(domino) for domino in sorted(tiles, reverse=True))


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Every tile of the set whose largest double is `highest`, lowest first: 55 tiles for a double-nine set."""
    return tuple(tile(high, low) for high in range(highest + 1) for low in range(high + 1))


@cache
def bits_with(highest: int, pip: int) -> int:
    """The combined bits of all tiles in a set that show this number."""
    return sum(domino.bit for domino in full_set(highest) if pip in (domino.high, domino.low))
