"""The best first-turn runs of a hand: the longest, and the one that sheds most pips."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.tile import Tile

EXACT_UP_TO = 20
_STEPS = 20_000
_MOST_PIPS = 10_000

_Worth = tuple[int, int]
"""The best that can still be laid: by tiles then pips, and by pips then tiles, each as one number to compare."""


class Run(NamedTuple):
    """A run: the pips along it from the engine, its number of tiles, and its pips. The path is empty if no tile fits."""

    path: tuple[int, ...]
    tiles: int
    pips: int


class Runs(NamedTuple):
    """The two best runs of a hand; they may be the same. `are_best`: it is certain that no run is better."""

    longest: Run
    heaviest: Run
    are_best: bool


def best_runs(hand: Sequence[Tile], engine: int) -> Runs:
    """The longest run from the engine (D9-1.7, D6-7), and the run that sheds most pips.

    Exact up to 20 tiles; with more, the best of a limited number of steps.
    """
    search = _Search(hand, engine)
    search.worth(engine, 0, 1 << engine)
    return Runs(search.walk(engine, 0), search.walk(engine, 1), search.steps_left > 0)


class _Search:
    """A search that tries every run once: the best way on depends only on the open end and on the tiles left.

    A double is laid when its number first comes up: it costs nothing, and takes no other tile's place.
    """

    def __init__(self, hand: Sequence[Tile], engine: int) -> None:
        held = dict.fromkeys(hand)
        self.doubles = {one.high for one in held if one.is_double and one.high != engine}
        self.steps_left = _STEPS if len(held) > EXACT_UP_TO else 1 << 62
        self.seen: dict[tuple[int, int], _Worth] = {}
        self.next: dict[int, list[tuple[int, int, int]]] = {}
        for at, one in enumerate(sorted((one for one in held if not one.is_double), reverse=True)):
            for end, outer in ((one.high, one.low), (one.low, one.high)):
                self.next.setdefault(end, []).append((1 << at, outer, one.pips))

    def worth(self, end: int, laid: int, passed: int) -> _Worth:
        """The worth of the best way on from this end; the tiles laid and the numbers passed are bits."""
        key = end, laid
        if key in self.seen:
            return self.seen[key]
        self.steps_left -= 1
        longest = heaviest = 0
        for bit, outer, pips in self.next.get(end, ()) if self.steps_left > 0 else ():
            if not laid & bit:
                tiles, weight = self._gain(outer, pips, passed)
                further = self.worth(outer, laid | bit, passed | 1 << outer)
                longest = max(longest, tiles * _MOST_PIPS + weight + further[0])
                heaviest = max(heaviest, weight * _MOST_PIPS + tiles + further[1])
        self.seen[key] = longest, heaviest
        return longest, heaviest

    def _gain(self, outer: int, pips: int, passed: int) -> tuple[int, int]:
        """The tiles and pips of one step: a double comes with the tile that first shows its number."""
        if outer in self.doubles and not passed >> outer & 1:
            return 2, pips + 2 * outer
        return 1, pips

    def walk(self, engine: int, of: int) -> Run:
        """The best run: by tiles if `of` is 0, by pips if it is 1."""
        path, tiles, weight = [engine], 0, 0
        end, laid, passed = engine, 0, 1 << engine
        while left := self.seen.get((end, laid), (0, 0))[of]:
            for bit, outer, pips in self.next[end]:
                gained = self._gain(outer, pips, passed)
                step = (gained[0] * _MOST_PIPS + gained[1], gained[1] * _MOST_PIPS + gained[0])[of]
                if not laid & bit and left == step + self.seen.get((outer, laid | bit), (0, 0))[of]:
                    break
            path += [outer] * gained[0]
            tiles, weight = tiles + gained[0], weight + gained[1]
            end, laid, passed = outer, laid | bit, passed | 1 << outer
        return Run(tuple(path) if tiles else (), tiles, weight)
