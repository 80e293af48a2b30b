"""The day on which something was played: by the club's time zone, or corrected afterwards."""

from datetime import UTC, date, datetime

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club, create_club
from models.ledger.games import Game
from models.ledger.nights import Night, begin_night
from models.ledger.results import RESULTS
from models.play.days import DayError, move_game, move_night
from samples.games import enter_pips, stop
from samples.pens import pen_of
from tests.models.conftest import TONIGHT, Table

CHRISTMAS = date(2025, 12, 25)


def evenings(monkeypatch: pytest.MonkeyPatch, club: Club, *begun: str) -> list[date]:
    """The dates of the nights of games started at these times, given in UTC."""
    days = []
    for moment in (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in begun):
        monkeypatch.setattr("models.ledger.nights.now", lambda moment=moment: moment)
        ids = set(db.session.scalars(select(Night.id)))
        night = begin_night(club.id, club.day_at(moment))
        if night.id not in ids:
            night.started_at = moment
        days.append(night.date)
    return days


@pytest.mark.parametrize(
    ("zone", "begun", "days"),
    [
        # Saturday evening and Sunday afternoon.
        ("America/New_York", ["2026-03-08T00:30", "2026-03-08T18:00"], ["2026-03-07", "2026-03-08"]),
        # Over midnight, into the night in which the clocks go forward.
        ("America/New_York", ["2026-03-08T01:00", "2026-03-08T05:30"], ["2026-03-07", "2026-03-07"]),
        ("America/New_York", ["2026-03-08T23:00", "2026-03-09T23:30"], ["2026-03-08", "2026-03-09"]),
        # The clocks go back.
        ("America/New_York", ["2026-10-31T23:30", "2026-11-02T00:30"], ["2026-10-31", "2026-11-01"]),
        ("Australia/Sydney", ["2026-07-03T09:30", "2026-07-03T14:30"], ["2026-07-03", "2026-07-03"]),
        ("Australia/Sydney", ["2026-07-03T09:30", "2026-07-04T09:30"], ["2026-07-03", "2026-07-04"]),
        ("Asia/Kolkata", ["2026-07-03T14:00", "2026-07-03T19:30"], ["2026-07-03", "2026-07-03"]),
        ("Asia/Kolkata", ["2026-07-03T20:00", "2026-07-04T14:00"], ["2026-07-04", "2026-07-04"]),
        ("Pacific/Kiritimati", ["2026-03-05T12:00", "2026-03-06T12:00"], ["2026-03-06", "2026-03-07"]),
    ],
)
def test_an_evening_belongs_to_the_day_on_which_it_begins_where_the_club_plays(
    store: Flask, monkeypatch: pytest.MonkeyPatch, zone: str, begun: list[str], days: list[str]
) -> None:
    club = create_club("Thursday")
    club.zone = zone

    assert evenings(monkeypatch, club, *begun) == [date.fromisoformat(day) for day in days]


@pytest.fixture
def finished(table: Table) -> Table:
    """A game that was stopped after one round."""
    enter_pips(table.game, 1, [0, 3, 4, 5])
    stop(table.game)
    return table


def move_to_christmas(game: Game) -> None:
    """Move a game to Christmas."""
    with pen_of(game, "Ben", TONIGHT) as pen:
        move_game(pen, CHRISTMAS)


def played_on(table: Table) -> set[date]:
    """The days of the game's results."""
    return set(db.session.scalars(select(RESULTS.c.played_on).where(RESULTS.c.game_id == table.game.id)))


def test_a_game_is_moved_to_its_day_with_its_results(finished: Table) -> None:
    before = db.session.get_one(Night, finished.game.night_id)
    move_to_christmas(finished.game)

    assert db.session.get_one(Night, finished.game.night_id).date == CHRISTMAS
    assert played_on(finished) == {CHRISTMAS}
    # Nothing else was played there.
    assert (before.binned_at is not None, before.binned_by) == (True, "Ben")


def test_a_night_with_something_left_stays(table: Table) -> None:
    before = db.session.get_one(Night, table.game.night_id)
    before.name = "Christmas"
    move_to_christmas(table.game)

    assert before.binned_at is None


def test_a_night_is_moved_with_its_games_but_not_to_a_day_that_has_one(finished: Table) -> None:
    night = db.session.get_one(Night, finished.game.night_id)
    move_night(night, CHRISTMAS)
    assert (night.date, played_on(finished)) == (CHRISTMAS, {CHRISTMAS})

    begin_night(finished.club.id, TONIGHT)
    with pytest.raises(DayError, match="is already a game night on that date"):
        move_night(night, TONIGHT)
    assert night.date == CHRISTMAS
