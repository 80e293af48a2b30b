"""D9-5.1, D9-5.2, D6-15b, D6-16, D12-7.3, D12-7.4: counting hands, and finding the winner."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_BOOKS, full_set, read_rules
from rules.scores.scoring import SeatTotals, count_hand, round_scores, standings, verdict

NINE = RULE_BOOKS["double-nine"]
BY_ROUNDS_WON = read_rules("double-nine[tie=most-rounds-won]")
NAMES = {1: "Ana", 2: "Ben", 3: "Cai"}


def test_d9_4_2_everybody_counts_when_the_round_was_blocked() -> None:
    assert round_scores({1: 12, 2: 5, 3: 5}, frozenset(), NINE) == {1: 12, 2: 5, 3: 5}


def test_custom_blocked_the_lowest_hand_may_score_nothing() -> None:
    book = read_rules("double-nine[blocked=lowest-hand-0]")

    assert round_scores({1: 12, 2: 5, 3: 5}, frozenset(), book) == {1: 12, 2: 0, 3: 0}
    assert round_scores({1: 12, 2: 0, 3: 5}, frozenset({2}), book) == {1: 12, 2: 0, 3: 5}


def test_d9_5_2_the_lowest_total_wins() -> None:
    order = standings({1: SeatTotals(5), 2: SeatTotals(0), 3: SeatTotals(9)}, NINE)

    assert [(standing.seat, standing.place) for standing in order] == [(2, 1), (1, 2), (3, 3)]
    assert verdict(order, NAMES, NINE) == "Ben wins with 0, the lowest total."


def test_custom_tie_equal_totals_share_the_win_and_the_next_place_is_third() -> None:
    order = standings({1: SeatTotals(5, 1, 0), 2: SeatTotals(5, 0, 2), 3: SeatTotals(9, 1, 0)}, NINE)

    assert {standing.seat: standing.place for standing in order} == {1: 1, 2: 1, 3: 3}
    said = verdict(order, NAMES, NINE)
    assert said.startswith("Ana and Ben are tied at 5. At this table, tied players share the win")


def test_custom_tie_most_rounds_won_may_decide() -> None:
    order = standings({1: SeatTotals(5, 1, 0), 2: SeatTotals(5, 0, 2), 3: SeatTotals(9, 1, 0)}, BY_ROUNDS_WON)

    assert {standing.seat: standing.place for standing in order} == {1: 1, 2: 2, 3: 3}
    said = verdict(order, NAMES, BY_ROUNDS_WON)
    assert "Ben had the same total, but a tie goes to the player with the most rounds won" in said


def test_custom_tie_then_the_lowest_round_decides() -> None:
    assert standings({1: SeatTotals(7, 0, 3), 2: SeatTotals(7, 0, 1)}, BY_ROUNDS_WON)[0].seat == 2


def test_custom_tie_may_stay_level_all_the_same() -> None:
    order = standings({1: SeatTotals(7, 0, 3), 2: SeatTotals(7, 0, 3)}, BY_ROUNDS_WON)

    assert "share the win" in verdict(order, NAMES, BY_ROUNDS_WON)


def test_a_whole_set_counts_its_known_pips() -> None:
    assert [count_hand(full_set(highest), NINE) for highest in (6, 9, 12)] == [168, 495, 1092]


@given(st.lists(st.integers(0, 200), min_size=2, max_size=8), st.sampled_from(["shared-win", "most-rounds-won"]))
def test_places_follow_the_totals(totals: list[int], tie: str) -> None:
    book = read_rules(f"double-twelve[tie={tie}]")

    order = standings({seat: SeatTotals(total, 0, total) for seat, total in enumerate(totals)}, book)

    assert order[0].place == 1
    assert all(standing.total <= other.total for standing, other in pairwise(order))
    assert all(standing.place == 1 + sum(other.place < standing.place for other in order) for standing in order)
