"""The progress of a game: everybody's total and place after each closed round, ending with those on the sheet."""

from random import Random

import pytest
from flask import Flask

from models.ledger.clubs import create_club
from models.ledger.games import Game
from models.play.changes import arrive, leave, penalise, stop
from models.sheets.fold import load_sheet
from models.sheets.progress import progress_of
from models.sheets.sheet import Sheet
from samples import games, seasons
from samples.cast import TODAY
from samples.pens import write
from tests.models.conftest import Table


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: the progress is computed in Python."""
    return sqlite_store


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


def test_a_penalty_counts_from_its_round_on(table: Table) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ben", penalise, table.seats["Ana"], 10, "Looked at the boneyard")
    table.enter(2, Ana="1", Ben="out", Cai="4", Dee="5")

    progress = progress_of(table.sheet)

    assert [after.totals[table.seats["Ana"]] for after in progress] == [0, 11]
    assert [after.places[table.seats["Ana"]] for after in progress] == [1, 4]


def test_a_penalty_in_a_round_that_is_never_played_counts_after_the_last(table: Table) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    table.enter(2, Ana="1", Ben="out", Cai="4", Dee="5")
    write(table.game, "Ben", penalise, table.seats["Ana"], 10, "Looked at the boneyard")
    write(table.game, "Ben", stop)

    progress = progress_of(table.sheet)

    assert [after.totals[table.seats["Ana"]] for after in progress] == [0, 11]
    assert progress[-1].places == {column.seat: column.place for column in table.sheet.columns}


def test_a_player_who_left_has_no_place_where_the_curve_ends(table: Table) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ben", leave, table.seats["Ana"])
    write(table.game, "Ben", stop)

    (after,) = progress_of(table.sheet)

    assert after.places == {table.seats["Ben"]: 1, table.seats["Cai"]: 2, table.seats["Dee"]: 3}
    assert after.totals[table.seats["Ana"]] == 0


def test_a_player_who_comes_back_has_the_new_start_from_then_on(table: Table) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ben", leave, table.seats["Ana"])
    table.enter(2, Ben="out", Cai="4", Dee="20")
    write(table.game, "Ben", arrive, "Ana", None)
    table.enter(3, Ana="1", Ben="out", Cai="4", Dee="20")

    progress = progress_of(table.sheet)

    assert [after.totals.get(table.seats["Ana"]) for after in progress] == [0, 25, 26]


def test_a_penalty_of_somebody_who_left_stands_where_their_line_ends(table: Table) -> None:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    write(table.game, "Ben", leave, table.seats["Ana"])
    table.enter(2, Ben="out", Cai="4", Dee="20")
    write(table.game, "Ben", penalise, table.seats["Ana"], 10, "Looked at the boneyard")
    table.enter(3, Ben="out", Cai="4", Dee="20")

    progress = progress_of(table.sheet)

    assert [after.totals.get(table.seats["Ana"]) for after in progress] == [10, None, None]
    assert table.totals["Ana"] == 10
