"""Seating a hall (D12-9.2): tables as equal as possible, drawn by lot, and the same people together as seldom as possible."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tournament.seating import Pair, Tables, count_repeats, move_on, pairs_of, seat_by_lot, table_sizes
from tests.conftest import some


def games(players: int, count: int, seed: int) -> list[tuple[Tables, int]]:
    """`count` seatings, one after the other, each with the number of times its pairs have sat together before."""
    sizes = table_sizes(players, 8)
    met: dict[Pair, int] = {}
    seated = []
    for number in range(count):
        luck = Random(f"{seed} {number}")
        seating = seat_by_lot(range(1, players + 1), sizes, met, luck.randrange)
        seated.append((seating, count_repeats(seating, met)))
        for pair in pairs_of(seating):
            met[pair] = met.get(pair, 0) + 1
    return seated


def test_tables_are_of_four_to_six_where_that_is_possible() -> None:
    few = {2: (2,), 3: (3,), 4: (4,), 6: (6,), 7: (4, 3), 8: (4, 4), 9: (5, 4), 11: (6, 5), 13: (5, 4, 4)}

    assert {players: table_sizes(players, 8) for players in few} == few
    assert table_sizes(120, 8) == (5,) * 24


@given(st.integers(2, 200), st.integers(4, 8))
def test_tables_differ_by_one_at_most_and_seat_everybody(players: int, most: int) -> None:
    sizes = table_sizes(players, most)

    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
    assert 2 <= min(sizes) <= max(sizes) <= most


@pytest.mark.parametrize("players", [0, 1])
def test_what_cannot_be_seated_is_refused(players: int) -> None:
    with pytest.raises(ValueError, match="cannot sit"):
        table_sizes(players, 8)


def test_sizes_have_to_match_the_players() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        seat_by_lot([1, 2, 3], (2, 2), {}, Random(1).randrange)


@settings(max_examples=some(30))
@given(st.integers(4, 40), st.integers(1, 4), st.integers(0, 99))
def test_everybody_sits_once_and_repeats_are_counted(players: int, count: int, seed: int) -> None:
    sat: list[Pair] = []
    for seating, repeats in games(players, count, seed):
        assert sorted(player for table in seating for player in table) == list(range(1, players + 1))
        assert repeats == sum(sat.count(pair) for pair in pairs_of(seating))
        sat += pairs_of(seating)


def test_the_same_lot_gives_the_same_seating_and_another_another() -> None:
    assert games(30, 3, 7) == games(30, 3, 7)
    assert games(30, 3, 7) != games(30, 3, 8)


def test_where_nobody_has_to_meet_again_nobody_does() -> None:
    assert [repeats for _, repeats in games(120, 5, 1) + games(25, 3, 1)] == [0] * 8


def test_where_people_have_to_meet_again_the_fewest_do() -> None:
    _, (_, repeats) = games(8, 2, 1)

    # Two tables of four, seated again: two of each old table must sit together at each new one.
    assert repeats == 4


def test_who_came_late_has_met_nobody_and_who_left_does_not_matter() -> None:
    ((first, _),) = games(8, 1, 1)
    met = dict.fromkeys(pairs_of(first), 1)

    seating = seat_by_lot([1, 2, 3, 4, 5, 6, 7, 9], (4, 4), met, Random(2).randrange)

    assert sorted(player for table in seating for player in table) == [1, 2, 3, 4, 5, 6, 7, 9]


def moved_on(wanted: list[list[int]], lot: int) -> list[set[int]]:
    """Eight players at two tables of four, with free seats filled by this lot."""
    return [set(table) for table in move_on(wanted, range(1, 9), (4, 4), Random(lot).randrange)]


def test_who_fills_up_a_table_is_drawn_by_lot() -> None:
    seated = [moved_on([[1, 2], [3, 4]], lot) for lot in range(60)]

    assert all({1, 2} < first and {3, 4} < second for first, second in seated)
    assert {frozenset(first - {1, 2}) for first, _ in seated} == set(map(frozenset, combinations([5, 6, 7, 8], 2)))


def test_who_has_no_room_at_a_table_is_drawn_by_lot() -> None:
    seated = [moved_on([[1, 2, 3, 4, 5], [6, 7, 8]], lot) for lot in range(60)]

    assert {tuple({1, 2, 3, 4, 5} - first) for first, _ in seated} == {(1,), (2,), (3,), (4,), (5,)}
    assert all({6, 7, 8} < second for _, second in seated)


def test_the_same_lot_moves_the_same_people_on() -> None:
    assert moved_on([[1, 2], [3, 4]], 7) == moved_on([[1, 2], [3, 4]], 7)


def test_where_everybody_has_met_everybody_the_best_seating_that_was_found_is_taken() -> None:
    luck = Random(54)
    met = {pair: luck.randint(1, 2) for pair in pairs_of([range(1, 17)])}

    seated = [seat_by_lot(range(1, 17), (4, 4, 4, 4), met, Random(lot).randrange) for lot in range(8)]

    assert [count_repeats(tables, met) for tables in seated] == [28, 29, 28, 28, 29, 28, 28, 28]
