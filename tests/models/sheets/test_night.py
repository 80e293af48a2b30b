"""The ranking of a night: a round counts for the night on which it was closed, a game for the night on which it ended."""

from datetime import date

import pytest
from flask import Flask

from models.ledger.games import games_of_night
from models.ledger.nights import Night, nights_of
from models.play.changes import arrive, penalise, stop
from models.sheets.fold import load_sheet
from models.sheets.night import NightFigures, NightGame, night_figures
from samples.games import go_on
from samples.pens import write
from tests.models.conftest import Table

LATER = date(2026, 3, 12)


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: the winners of a night are computed in Python."""
    return sqlite_store


def standing(night: Night) -> dict[str, NightFigures]:
    """The players' results on a night, by name."""
    games = [NightGame(game, load_sheet(game), began) for game, began in games_of_night(night.id)]
    return {figures.name: figures for figures in night_figures(night, games)}


@pytest.fixture
def stopped(table: Table) -> Table:
    """A game with one closed round, stopped for tonight."""
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    write(table.game, "Ana", stop)
    return table


def test_a_game_that_ended_that_night_is_won_that_night(stopped: Table) -> None:
    (night,) = nights_of(stopped.club.id, 2)

    assert {name: figures.games_won for name, figures in standing(night).items()} == {
        "Ana": 1,
        "Ben": 0,
        "Cai": 0,
        "Dee": 0,
    }


def test_a_game_that_goes_on_is_won_by_nobody_yet(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    stopped.enter(2, Ana="12", Ben="out", Cai="3", Dee="4")
    later, first = nights_of(stopped.club.id, 2)

    assert [figures.games_won for night in (first, later) for figures in standing(night).values()] == [0] * 8


def test_a_game_played_on_two_nights_is_won_on_the_last_only(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    stopped.enter(2, Ana="12", Ben="out", Cai="3", Dee="4")
    write(stopped.game, "Ana", stop)
    later, first = nights_of(stopped.club.id, 2)

    assert stopped.places["Dee"] == 1
    assert {name: figures.games_won for name, figures in standing(first).items()} == {
        "Ana": 0,
        "Ben": 0,
        "Cai": 0,
        "Dee": 0,
    }
    assert {name: figures.games_won for name, figures in standing(later).items()} == {
        "Ana": 0,
        "Ben": 0,
        "Cai": 0,
        "Dee": 1,
    }


def test_a_game_stopped_on_its_second_night_without_a_round_is_won_there(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    write(stopped.game, "Ana", stop)
    later, first = nights_of(stopped.club.id, 2)

    assert [figures.games_won for figures in standing(first).values()] == [0] * 4
    assert standing(later) == {"Ana": NightFigures("Ana", games_won=1)}
    assert standing(later)["Ana"].average is None


def test_a_penalty_counts_for_the_night_on_which_it_was_given(stopped: Table) -> None:
    write(stopped.game, "Ana", penalise, stopped.seats["Ben"], 5, "Late")
    go_on(stopped.game, LATER)
    write(stopped.game, "Ana", penalise, stopped.seats["Cai"], 7, "Late")
    later, first = nights_of(stopped.club.id, 2)

    assert standing(first)["Ben"] == NightFigures("Ben", pips=39, rounds=1)
    assert standing(first)["Ben"].average == 39
    assert standing(first)["Cai"].pips == 30
    assert standing(later) == {"Cai": NightFigures("Cai", pips=7)}


def test_a_round_that_is_corrected_on_a_later_night_stays_where_it_was_played(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    stopped.enter(1, Ben="40")
    later, first = nights_of(stopped.club.id, 2)

    assert standing(first)["Ben"] == NightFigures("Ben", pips=40, rounds=1)
    assert standing(later) == {}


def test_what_somebody_started_with_is_no_round(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    write(table.game, "Ana", arrive, "Eli", None)
    table.enter(2, Ana="out", Ben="1", Cai="1", Dee="1", Eli="8")
    (night,) = nights_of(table.club.id, 2)

    assert table.totals["Eli"] == 42
    assert standing(night)["Eli"] == NightFigures("Eli", pips=8, rounds=1)
