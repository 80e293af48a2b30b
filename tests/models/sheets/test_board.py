"""The leaderboard: the order of places, what the last round changed, and the players without a score."""

from datetime import timedelta

import pytest

from models.ledger.lines import lines_of
from models.play.changes import leave
from models.sheets.board import closed_just_now, leader_board, went_out_in
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table


def rows(table: Table) -> list[tuple[int | None, str, int, int | None, int | None]]:
    """The board: place, name, total, score in the last round, and places gained."""
    return [
        (column.place, column.name, column.total, cell.score if cell else None, moved)
        for column, cell, moved in leader_board(table.sheet)
    ]


def test_before_a_round_is_closed_everybody_stands_in_the_order_of_seats(table: Table) -> None:
    table.enter(1, Ana="12")

    assert rows(table) == [(None, name, 0, None, None) for name in ("Ana", "Ben", "Cai", "Dee")]


@pytest.fixture
def after_one(table: Table) -> Table:
    """A game whose first round is closed."""
    table.enter(1, Ana="30", Ben="out", Cai="10", Dee="20")
    return table


def test_after_the_first_round_there_is_no_movement(after_one: Table) -> None:
    assert rows(after_one)[0] == (1, "Ben", 0, 0, None)
    assert [sure(row.cell).is_out for row in leader_board(after_one.sheet)] == [True, False, False, False]


def test_later_it_says_how_many_places_everybody_went_up_or_down(after_one: Table) -> None:
    after_one.enter(2, Ana="out", Ben="50", Cai="22", Dee="11")

    assert rows(after_one) == [
        (1, "Ana", 30, 0, 3),
        (2, "Dee", 31, 11, 1),
        (3, "Cai", 32, 22, -1),
        (4, "Ben", 50, 50, -3),
    ]


def test_players_who_left_stand_last_without_a_place(after_one: Table) -> None:
    write(after_one.game, "Ana", leave, after_one.seats["Ben"])

    assert rows(after_one)[-1] == (None, "Ben", 0, 0, None)


def test_a_round_is_new_for_half_a_minute_after_its_last_score(table: Table) -> None:
    table.enter(1, Ana="30", Cai="10", Dee="20")
    assert closed_just_now(table.sheet) is None
    table.enter(1, Ben="out")
    at = lines_of(table.game)[3].at
    table.enter(1, Ana="31")

    assert went_out_in(table.sheet, sure(closed_just_now(table.sheet, at + timedelta(seconds=29)))) == "Ben"
    assert closed_just_now(table.sheet, at + timedelta(seconds=31)) is None
