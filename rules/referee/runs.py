"""The best first-turn runs of a hand: the longest, and the one that sheds the most pips."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.tile import LARGEST_PIP, Tile

EXACT_UP_TO = 20
_STATES = 20_000
# The worth of a run is one number: its pips in the lowest bits, then its tiles.
_ONE_TILE = 1 << 12
_PIPS_MASK = _ONE_TILE - 1
# A state of a run is one number: its open end in the lowest bits, then a bit for each tile that is laid. Doubles need no bit.
_FIRST_TILE = 1 << LARGEST_PIP.bit_length()
_OPEN_END = _FIRST_TILE - 1

_Step = tuple[int, int, int, "list[_Step]", int, int]
"""A tile laid from one end. The fields are its bit, its outer end, the bits of the tiles with the number at that end,
the steps from there, its worth, and its worth if it is the first tile with that number, when the double counts too.
"""


class Run(NamedTuple):
    """A run: the pips along it from the engine outward, its number of tiles, and its total pips.

    The path is empty if no tile fits.
    """

    path: tuple[int, ...]
    tiles: int
    pips: int


class Runs(NamedTuple):
    """The two best runs of a hand, possibly the same. `are_best` is true if no run can be better."""

    longest: Run
    heaviest: Run
    are_best: bool


class _Hand(NamedTuple):
    """A hand by number: for each number, the pips of its double, the bits of its other tiles, and the next steps."""

    double_worth: list[int]
    bits_at: list[int]
    steps_from: list[list[_Step]]


def best_runs(hand: Sequence[Tile], engine: int) -> Runs:
    """The longest run from the engine (D9-1.7, D6-7) and the run that sheds the most pips.

    `engine` is any number up to the highest of a set. The result is exact for up to 20 tiles; for more tiles, it
    is the best found in a limited number of states.
    """
    tiles = set(hand)
    most = _STATES if len(tiles) > EXACT_UP_TO else None
    held = _read_hand(tiles, engine)
    came, longest, heaviest = _search(held, engine, most)
    return Runs(_run(came, longest, held), _run(came, heaviest, held), most is None or len(came) < most)


def _read_hand(tiles: set[Tile], engine: int) -> _Hand:
    """The tiles of a hand by the numbers on their ends, highest first.

    A double is laid as soon as its number comes up, since it costs nothing and takes no other tile's place.
    """
    double_worth, bits_at = [0] * (LARGEST_PIP + 1), [0] * (LARGEST_PIP + 1)
    steps_from: list[list[_Step]] = [[] for _ in bits_at]
    singles, bit = [], _FIRST_TILE
    for high, low, _ in sorted(tiles, reverse=True):
        if high != low:
            singles.append((high, low, bit))
            bits_at[high] |= bit
            bits_at[low] |= bit
            bit <<= 1
        elif high != engine:
            double_worth[high] = _ONE_TILE + high + low
    for high, low, bit in singles:
        worth = _ONE_TILE + high + low
        high_first, low_first = worth + double_worth[high], worth + double_worth[low]
        steps_from[high].append((bit, low, bits_at[low], steps_from[low], worth, low_first))
        steps_from[low].append((bit, high, bits_at[high], steps_from[high], worth, high_first))
    return _Hand(double_worth, bits_at, steps_from)


def _search(held: _Hand, engine: int, most: int | None) -> tuple[dict[int, int], int, int]:
    """Try every run, but each state only once, since what may follow depends only on the open end and the tiles laid.

    Returns the state before each state that was reached, and the end states of the longest and the heaviest run.
    """
    came = {engine: engine}
    longest = heaviest = engine
    longest_worth = heaviest_worth = most_pips = 0

    def go_on(steps: list[_Step], laid: int, worth: int, before: int) -> None:
        nonlocal longest, heaviest, longest_worth, heaviest_worth, most_pips
        for bit, outer, bits_there, steps_there, alone, first_there in steps:
            if laid & bit:
                continue
            after = laid | bit
            state = after | outer
            if state in came:
                continue
            came[state] = before
            laid_there = laid & bits_there
            now = worth + (alone if laid_there else first_there)
            if laid_there | bit != bits_there and not (most and len(came) >= most):
                go_on(steps_there, after, now, state)
                continue
            # Nothing can follow, or the limit is reached: this run is worth more than those that led to it.
            if now > longest_worth:
                longest, longest_worth = state, now
            pips = now & _PIPS_MASK
            if pips > most_pips or (pips == most_pips and now > heaviest_worth):
                heaviest, heaviest_worth, most_pips = state, now, pips

    go_on(held.steps_from[engine], 0, 0, engine)
    return came, longest, heaviest


def _run(came: dict[int, int], state: int, held: _Hand) -> Run:
    """The run that led to a state, with every double that was laid."""
    path: list[int] = []
    while (before := came[state]) != state:
        end = state & _OPEN_END
        comes_up_first = not before & held.bits_at[end]
        path += [end, end] if comes_up_first and held.double_worth[end] else [end]
        state = before
    if not path:
        return Run((), 0, 0)
    path = [state, *reversed(path)]
    return Run(tuple(path), len(path) - 1, sum(path) * 2 - path[0] - path[-1])
