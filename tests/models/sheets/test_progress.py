"""The progress of a game: everybody's total and place after each closed round, ending with those on the sheet."""

from random import Random

import pytest
from flask import Flask

from models.ledger.clubs import create_club
from models.ledger.games import Game
from models.play.changes import leave
from models.sheets.fold import load_sheet
from models.sheets.progress import progress_of
from models.sheets.sheet import Sheet
from samples import games, seasons
from samples.cast import TODAY
from samples.pens import write
from tests.models.conftest import Table

# Only on SQLite: the progress is computed in Python.
pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.fixture
def after_one(table: Table) -> Table:
    """A game whose first round is closed."""
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    return table


def totals(table: Table, name: str) -> list[int | None]:
    """A player's totals after each closed round."""
    return [after.totals.get(table.seats[name]) for after in progress_of(table.sheet)]


def penalties_after_the_last_round(sheet: Sheet) -> int:
    """The number of penalties entered for rounds after the last closed one."""
    closed = [round.number for round in sheet.rounds if round.is_closed]
    return sum(line.payload.round > closed[-1] for line in sheet.penalties)


def play_with_penalties(luck: Random) -> Game:
    """A random game with penalties, arrivals, departures and stops."""
    club = create_club("Ana’s table")
    names, book = luck.sample(seasons.NAMES, 4), luck.choice(seasons.BOOKS)
    game = games.begin(club, names, book, TODAY, book.options.engines[:5])
    for number in range(1, 6):
        seasons.play_round(game, number, luck)
        if luck.random() < 0.5:
            seasons.penalise_somebody(game, luck)
        seasons.between_rounds(game, luck)
    return game


def test_the_last_moment_of_a_curve_has_the_totals_of_the_sheet(store: Flask) -> None:
    late = 0
    for seed in range(12):
        sheet = load_sheet(play_with_penalties(Random(seed)))
        last = progress_of(sheet)[-1]
        late += penalties_after_the_last_round(sheet)

        assert sheet.is_over
        assert set(last.totals) >= set(last.round.seats)
        assert last.totals == {column.seat: column.total for column in sheet.columns if column.seat in last.totals}
        assert last.places == {column.seat: column.place for column in sheet.columns if column.place}

    assert late


def test_a_penalty_counts_from_its_round_on(after_one: Table) -> None:
    games.penalise(after_one.game, after_one.seats["Ana"], 10)
    after_one.enter(2, Ana="1", Ben="out", Cai="4", Dee="5")

    assert totals(after_one, "Ana") == [0, 11]
    assert [after.places[after_one.seats["Ana"]] for after in progress_of(after_one.sheet)] == [1, 4]


def test_a_penalty_in_a_round_that_is_never_played_counts_after_the_last(after_one: Table) -> None:
    after_one.enter(2, Ana="1", Ben="out", Cai="4", Dee="5")
    games.penalise(after_one.game, after_one.seats["Ana"], 10)
    games.stop(after_one.game)

    assert totals(after_one, "Ana") == [0, 11]
    places = {column.seat: column.place for column in after_one.sheet.columns}
    assert progress_of(after_one.sheet)[-1].places == places


def test_a_player_who_left_has_no_place_where_the_curve_ends(after_one: Table) -> None:
    write(after_one.game, "Ben", leave, after_one.seats["Ana"])
    games.stop(after_one.game)

    (after,) = progress_of(after_one.sheet)

    assert after.places == {after_one.seats["Ben"]: 1, after_one.seats["Cai"]: 2, after_one.seats["Dee"]: 3}
    assert after.totals[after_one.seats["Ana"]] == 0


def test_a_player_who_comes_back_has_the_new_start_from_then_on(after_one: Table) -> None:
    write(after_one.game, "Ben", leave, after_one.seats["Ana"])
    after_one.enter(2, Ben="out", Cai="4", Dee="20")
    games.arrive(after_one.game, "Ana")
    after_one.enter(3, Ana="1", Ben="out", Cai="4", Dee="20")

    assert totals(after_one, "Ana") == [0, 25, 26]


def test_a_penalty_of_somebody_who_left_stands_where_their_line_ends(after_one: Table) -> None:
    write(after_one.game, "Ben", leave, after_one.seats["Ana"])
    after_one.enter(2, Ben="out", Cai="4", Dee="20")
    games.penalise(after_one.game, after_one.seats["Ana"], 10)
    after_one.enter(3, Ben="out", Cai="4", Dee="20")

    assert totals(after_one, "Ana") == [10, None, None]
    assert after_one.totals["Ana"] == 10
