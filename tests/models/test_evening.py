"""How a night stands: each round counts for the night on which it was closed, and a game for the night on which it ended."""

from datetime import date

import pytest

from models.changes import go_on, stop
from models.evening import Evening, stand
from models.games import games_of_night
from models.nights import Night, nights_of
from models.scorekeeping import read_sheet

LATER = date(2026, 3, 12)


@pytest.fixture
def store(sqlite_store):
    """SQLite alone: who won a night is worked out in Python from lines that are read."""
    return sqlite_store


def standing(night: Night) -> dict[str, Evening]:
    games = [(game, read_sheet(game), began) for game, began in games_of_night(night.id)]
    return {one.name: one for one in stand(night, games)}


@pytest.fixture
def stopped(table):
    """One round is closed, and the table has stopped for tonight."""
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    stop(table.game, "Ana")
    return table


def test_a_game_that_ended_that_night_is_won_that_night(stopped):
    (night,) = nights_of(stopped.club.id, 2)

    assert {name: one.games_won for name, one in standing(night).items()} == {"Ana": 1, "Ben": 0, "Cai": 0, "Dee": 0}


def test_a_game_that_goes_on_is_won_by_nobody_yet(stopped):
    go_on(stopped.game, LATER, "Ana")
    stopped.enter(2, Ana="12", Ben="out", Cai="3", Dee="4")
    later, first = nights_of(stopped.club.id, 2)

    assert [one.games_won for night in (first, later) for one in standing(night).values()] == [0] * 8


def test_a_game_played_on_two_nights_is_won_on_the_last_only(stopped):
    go_on(stopped.game, LATER, "Ana")
    stopped.enter(2, Ana="12", Ben="out", Cai="3", Dee="4")
    stop(stopped.game, "Ana")
    later, first = nights_of(stopped.club.id, 2)

    assert stopped.places["Dee"] == 1
    assert {name: one.games_won for name, one in standing(first).items()} == {"Ana": 0, "Ben": 0, "Cai": 0, "Dee": 0}
    assert {name: one.games_won for name, one in standing(later).items()} == {"Ana": 0, "Ben": 0, "Cai": 0, "Dee": 1}
