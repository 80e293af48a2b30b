"""Moves that are struck or changed in the middle of a tracked round, and the moves after them."""

import pytest

from rules.referee.question import Reason
from tests.models.conftest import Table
from tests.models.play.conftest import failing, keep, position


def test_a_line_in_the_middle_can_be_struck_and_what_follows_is_played_again(table: Table) -> None:
    keep(table, "A 9-7@A, A done, B --, C 9-5@C, C done, D 9-3@D, D done, A 9-2@B")

    table.strike(4)

    assert table.texts == ["A 9-7@A", "A done", "C 9-5@C", "C done", "D 9-3@D", "D done", "A 9-2@B"]
    assert failing(table) == ["C 9-5@C", "C done", "D 9-3@D", "D done", "A 9-2@B"]
    assert table.kept().steps[2].ruling.reasons == (Reason.NOT_YOUR_TURN,)


def test_another_line_in_its_place_makes_the_later_ones_hold_again(table: Table) -> None:
    keep(table, "A 9-7@A, A done, B --, C 9-5@C")
    table.strike(4)

    assert table.move("B 9-4@B", after=4) is None
    assert table.move("B done", after=7) is None

    assert table.texts == ["A 9-7@A", "A done", "B 9-4@B", "B done", "C 9-5@C"]
    assert failing(table) == []


def test_a_move_is_changed_where_it_stands(table: Table) -> None:
    keep(table, "A 9-7@A, A 7-3@A, A done, B --")

    assert table.move("A 9-5@A", change=2) is None
    assert table.texts == ["A 9-5@A", "A 7-3@A", "A done", "B --"]
    assert failing(table) == ["A 7-3@A"]

    assert table.move("A 5-3@A", change=3) is None
    assert table.texts == ["A 9-5@A", "A 5-3@A", "A done", "B --"]
    assert table.kept().failing == ()
    assert {line.number for line in table.kept().lines if line.number in table.kept().struck} == {2, 3}


@pytest.mark.parametrize(
    ("mends", "left"),
    [
        ([("A 9-5@A", None, 2), ("A 9-6@A", None, 7)], ["A 9-6@A", "A 7-3@A"]),
        ([("A 3-3@A", 5, None), ("A 7-4@A", None, 5)], ["A 9-7@A", "A 7-4@A", "A 3-3@A"]),
    ],
    ids=["before what was put behind it", "forgotten at first"],
)
def test_a_changed_move_stays_in_its_place(
    table: Table, mends: list[tuple[str, int | None, int | None]], left: list[str]
) -> None:
    keep(table, "A 9-7@A, A done, B --")
    for text, after, change in [("A 7-3@A", 2, None), *mends]:
        table.move(text, after=after, change=change)

    assert table.texts == [*left, "A done", "B --"]


def test_a_struck_line_that_is_changed_gets_another_in_its_place(table: Table) -> None:
    keep(table, "A 9-7@A, A 7-3@A")
    table.strike(2)

    assert table.move("A 9-7@A", change=2) is None

    assert table.texts == ["A 9-7@A", "A 7-3@A"]
    assert table.kept().failing == ()


def test_a_move_that_is_changed_to_itself_stands_as_it_is(table: Table) -> None:
    keep(table, "A 9-7@A")

    assert table.move("A 9-7@A", change=2) is None
    assert table.kept().revision == 2


def test_a_change_against_the_rules_is_not_entered(table: Table) -> None:
    keep(table, "A 9-7@A")

    assert table.refused("A 9-5@M", change=2).can_be_agreed
    assert table.texts == ["A 9-7@A"]


@pytest.mark.parametrize(
    ("struck", "gap"),
    [([4], 4), ([4, 10], None), ([9], None), ([1, 10], None)],
    ids=["a move", "put back", "last", "all"],
)
def test_a_struck_move_that_leaves_later_ones_without_ground_is_known(
    table: Table, struck: list[int], gap: int | None
) -> None:
    keep(table, "A 9-7@A, A done, B --, C 9-5@C, C done, D 9-3@D, D done, A 7-2@A")
    for number in struck:
        table.strike(number)

    assert table.kept().gap == gap


def test_a_line_that_no_longer_holds_still_lies_if_it_can(table: Table) -> None:
    keep(table, "A 9-7@A, A done, B --, C 9-5@C, C done, D 9-3@D, D done, A 7-2@A, B +, B 9-0@B, C 5-1@C")
    table.strike(10)
    assert [step.ruling.verdict for step in table.kept().steps[-2:]] == ["legal", "legal"]

    table.strike(11)

    last = table.kept().steps[-1]
    assert last.no_longer_holds
    assert last.ruling.explanation == "It is Ben’s turn, not Cai’s."
    assert "C(9):9-5/" in position(table)


def test_a_tile_that_is_against_the_rules_since_lies_all_the_same(table: Table) -> None:
    keep(table, "A 9-7@A, A done, B --, C --, D --, A +, A --, B 7-2@A")

    # Ana did not pass: she played on the Mexican train, so no marker went up on her train.
    table.strike(8)
    assert table.move("A 9-1@M", after=8) is None

    last = table.kept().steps[-1]
    assert last.no_longer_holds
    assert last.ruling.reasons == (Reason.TRAIN_CLOSED,)
    assert ":9-7-2/" in position(table)


def test_an_agreed_move_that_cannot_lie_any_more_is_shown(table: Table) -> None:
    keep(table, "A 9-7@A, A 7-5@A, A done, B 9-4@B, B done, C --, D --, A 5-3@A, B 3-2@A !")

    table.strike(3)

    assert failing(table) == ["A 5-3@A", "B 3-2@A !"]
