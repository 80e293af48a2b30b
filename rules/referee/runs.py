"""The best first-turn runs of a hand: the longest, and the one that sheds most pips."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.tile import LARGEST_PIP, Tile

EXACT_UP_TO = 20
_STATES = 20_000
_MOST_PIPS = 10_000
# A state of a run is one number: its open end in the lowest bits, then a bit for each tile that is laid.
_FIRST_TILE = LARGEST_PIP.bit_length()
_OPEN_END = (1 << _FIRST_TILE) - 1

_Step = tuple[int, int, int, int, int, int, int]
"""A tile laid from one end: its bit, its outer end, the bit of that end's double; the worth alone, and with that double.

Each worth is two numbers to compare: by tiles then pips, and by pips then tiles.
"""


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

    Exact up to 20 tiles; with more, the best of a limited number of states.
    """
    held = dict.fromkeys(hand)
    most = _STATES if len(held) > EXACT_UP_TO else None
    bits = {one: 1 << at for at, one in enumerate(sorted(held, reverse=True), _FIRST_TILE)}
    doubles = {one.high: bit for one, bit in bits.items() if one.high == one.low != engine}
    came, longest, heaviest = _search(_steps(bits, doubles), engine, most)
    return Runs(_run(came, longest, doubles), _run(came, heaviest, doubles), most is None or len(came) < most)


def _steps(bits: Mapping[Tile, int], doubles: Mapping[int, int]) -> dict[int, list[_Step]]:
    """The tiles that fit each open end, the highest first.

    A double is laid when its number first comes up: it costs nothing, and takes no other tile's place.
    """
    steps = dict[int, list[_Step]]()
    for one, bit in bits.items():
        high, low, pips = one.high, one.low, one.high + one.low
        if high == low:
            continue
        tiles, weight = _MOST_PIPS + pips, pips * _MOST_PIPS + 1
        for end, outer in ((high, low), (low, high)):
            both, both_weight = tiles + _MOST_PIPS + 2 * outer, weight + 2 * outer * _MOST_PIPS + 1
            steps.setdefault(end, []).append((bit, outer, doubles.get(outer, 0), tiles, weight, both, both_weight))
    return steps


def _search(steps: Mapping[int, list[_Step]], engine: int, most: int | None) -> tuple[dict[int, int], int, int]:
    """Try every run, but each state once: what may follow depends only on the open end and on the tiles laid.

    The result is the state before each state that was reached, and the first best states of both kinds.
    """
    came = {engine: engine}
    longest = heaviest = engine
    longest_worth = heaviest_worth = 0

    def go_on(end: int, laid: int, by_tiles: int, by_pips: int) -> None:
        nonlocal longest, heaviest, longest_worth, heaviest_worth
        if most and len(came) >= most:
            return
        for bit, outer, double, by_tiles_alone, by_pips_alone, by_tiles_both, by_pips_both in steps[end]:
            if laid & bit:
                continue
            after = laid | bit | double
            state = after | outer
            if state in came:
                continue
            came[state] = laid | end
            if laid & double == double:
                tiles_now, pips_now = by_tiles + by_tiles_alone, by_pips + by_pips_alone
            else:
                tiles_now, pips_now = by_tiles + by_tiles_both, by_pips + by_pips_both
            if tiles_now > longest_worth:
                longest, longest_worth = state, tiles_now
            if pips_now > heaviest_worth:
                heaviest, heaviest_worth = state, pips_now
            go_on(outer, after, tiles_now, pips_now)

    if engine in steps:
        go_on(engine, 0, 0, 0)
    return came, longest, heaviest


def _run(came: Mapping[int, int], state: int, doubles: Mapping[int, int]) -> Run:
    """The run that led to a state, with every double that was laid."""
    path = list[int]()
    while (before := came[state]) != state:
        end = state & _OPEN_END
        path += [end, end] if (state ^ before) & doubles.get(end, 0) else [end]
        state = before
    if not path:
        return Run((), 0, 0)
    path = [state, *reversed(path)]
    return Run(tuple(path), len(path) - 1, sum(path) * 2 - path[0] - path[-1])
