"""D12-7.1, D12-7.2 and custom tap: how long a tap that was missed can still be caught."""

from rules import after, judge, read_position

# Ana and Ben hold two tiles each, and Cai four: it is Ana's turn.
TABLE = "double-twelve 12 A(2):12-7/B(2):12-4/C(4):12-5/M:12-3 A6 30"


def test_d12_7_1_of_two_missed_taps_in_a_row_each_can_be_caught_until_the_next_turn_is_over() -> None:
    first = after(read_position(TABLE), "A 7-1@A")
    second = after(first, "B 4-1@B")
    third = after(second, "C 5-1@C")

    assert [train.name for train in first.seats if train.is_untapped] == ["A"]
    assert [train.name for train in second.seats if train.is_untapped] == ["B"]
    assert [train.name for train in third.seats if train.is_untapped] == []


def test_d12_7_2_the_second_of_two_missed_taps_in_a_row_is_caught_and_the_first_is_too_late() -> None:
    table = after(after(read_position(TABLE), "A 7-1@A"), "B 4-1@B")

    assert judge(table, "A caught").reasons == ("nothing-to-catch",)
    assert judge(table, "B caught").verdict == "legal"
