"""The longest run and the run that sheds the most pips, compared with every possible run."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Tile, full_set, read_tiles, tile
from rules.referee.runs import EXACT_UP_TO, best_runs


def every_run(hand: frozenset[Tile], end: int) -> list[tuple[int, int]]:
    """The number of tiles and pips in every possible run, tried one by one."""
    runs = [(0, 0)]
    for domino in hand:
        if end in (domino.high, domino.low):
            outer = domino.low if domino.high == end else domino.high
            runs += [(tiles + 1, pips + domino.pips) for tiles, pips in every_run(hand - {domino}, outer)]
    return runs


@given(st.integers(0, 6), st.randoms(use_true_random=False), st.integers(0, 9))
def test_no_run_is_better(engine: int, luck: random.Random, count: int) -> None:
    hand = luck.sample([domino for domino in full_set(6) if domino != tile(engine, engine)], count)

    runs = best_runs(hand, engine)

    every = every_run(frozenset(hand), engine)
    assert (runs.longest.tiles, runs.longest.pips) == max(every)
    assert (runs.heaviest.pips, runs.heaviest.tiles) == max((pips, tiles) for tiles, pips in every)
    assert runs.are_best


def test_a_double_above_the_engine_is_laid_where_its_number_first_shows() -> None:
    runs = best_runs(read_tiles("9-8 9-9 8-1"), 8)

    assert runs.longest.path == runs.heaviest.path == (8, 9, 9)


@given(st.randoms(use_true_random=False), st.integers(0, 30))
def test_a_run_is_made_of_the_hand(luck: random.Random, count: int) -> None:
    hand = luck.sample([domino for domino in full_set(12) if domino != tile(12, 12)], count)

    for run in best_runs(hand, 12)[:2]:
        tiles = [tile(inner, outer) for inner, outer in zip(run.path, run.path[1:], strict=False)]
        assert run.path[:1] in ((), (12,))
        assert len(tiles) == len(set(tiles)) == run.tiles
        assert set(tiles) <= set(hand)
        assert sum(domino.pips for domino in tiles) == run.pips


def test_longest_and_heaviest_can_differ() -> None:
    longest, heaviest, _ = best_runs(read_tiles("9-0 1-0 2-1 9-8 8-7"), 9)

    assert (longest, heaviest) == (((9, 0, 1, 2), 3, 13), ((9, 8, 7), 2, 32))


def test_without_a_tile_that_fits_there_is_no_run() -> None:
    assert best_runs(read_tiles("8-7 3-3"), 9).longest == ((), 0, 0)


@pytest.mark.parametrize(("count", "is_exact"), [(EXACT_UP_TO, True), (60, False)])
def test_beyond_twenty_tiles_it_says_that_it_is_only_the_best_found(count: int, is_exact: bool) -> None:
    luck = random.Random(3)
    hand = luck.sample([domino for domino in full_set(12) if domino != tile(12, 12)], count)

    runs = best_runs(hand, 12)

    assert runs.are_best is is_exact
    assert runs.longest.tiles > count // 2
