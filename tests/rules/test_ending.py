"""D12-7.1, D12-7.2, D9-4.2 and the custom `tap`: how long a missed tap can be caught, and moves that change nothing."""

import pytest

from rules import after, judge, legal_moves, read_position

# Ana and Ben hold two tiles each, and Cai holds four. It is Ana's turn.
TABLE = "double-twelve 12 A(2):12-7/B(2):12-4/C(4):12-5/M:12-3 A6 30"


def test_d12_7_1_of_two_missed_taps_in_a_row_each_can_be_caught_until_the_next_turn_is_over() -> None:
    first = after(read_position(TABLE), "A 7-1@A")
    second = after(first, "B 4-1@B")
    third = after(second, "C 5-1@C")

    untapped = [[train.name for train in table.seats if train.is_untapped] for table in (first, second, third)]
    assert untapped == [["A"], ["B"], []]


def test_d12_7_2_the_second_of_two_missed_taps_in_a_row_is_caught_and_the_first_is_too_late() -> None:
    table = after(after(read_position(TABLE), "A 7-1@A"), "B 4-1@B")

    assert judge(table, "A caught").reasons == ("nothing-to-catch",)
    assert judge(table, "B caught").verdict == "legal"


def test_custom_tap_nobody_is_caught_where_there_is_nothing_left_to_draw() -> None:
    table = "double-twelve 12 A(1)~:12-7-1/B(4):12-4/M:12-3 B6 0"

    ruling = judge(table, "A caught")

    assert (ruling.verdict, ruling.reasons, ruling.clauses) == ("illegal", ("boneyard-empty",), ("D12-7.2",))
    assert after(table, "A caught") == read_position(table)


@pytest.mark.parametrize("move", ["A 7-1@A", "A +", "A --", "A done", "A caught"])
def test_d9_4_2_once_the_round_is_over_nothing_moves(move: str) -> None:
    table = "double-nine 9 A(0):9-7/B(3):9-4/M - 12"

    assert judge(table, move).reasons == ("round-over",)
    assert after(table, move) == read_position(table)
    assert legal_moves(table, "7-1") == []


@pytest.mark.parametrize("move", ["A +", "A +9-7", "A +12-1", "D caught", "B 4-1@B"])
def test_what_cannot_be_done_at_a_real_table_leaves_it_as_it_lies(move: str) -> None:
    table = read_position(f"double-nine 9 A:9-7/B:9-4/M:9-2 A3 {0 if move == 'A +' else 12}")

    assert after(table, move) == table


def test_who_is_caught_draws_no_more_tiles_than_there_are() -> None:
    ruling = judge("double-twelve[tap=2] 12 A(1)~:12-7/B(4):12-4/M:12-3 B6 1", "A caught")

    assert ruling.effects == ("draws A",)
