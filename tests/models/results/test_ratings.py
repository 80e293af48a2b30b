"""Ratings that take long to compute: some are computed at once and the rest later, with the same results."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.players import Player, find_or_add_player
from models.ledger.results import RESULTS
from models.play.bin import put_night_back, throw_night
from models.play.changes import penalise
from models.play.players import merge_players
from models.results.ratings import clubs_with_ratings_due, rate_due, ratings_due_from
from models.results.settle import settle_club
from models.sheets.fold import load_sheet
from samples.pens import write
from samples.years import create_club_with_years
from tests.conftest import sure
from tests.models.results.slow_statistics import everything


@pytest.fixture
def club(store: Flask, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club that has played fifteen games, on a server that rates only a few at once."""
    monkeypatch.setattr("models.results.ratings.GAMES_AT_ONCE", 4)
    return create_club_with_years(15)[0]


def correct_the_first_game(club: Club) -> None:
    """Give the winner of the first game pips that nobody had counted."""
    game = sure(db.session.scalars(select(Game).order_by(Game.id)).first())
    winner = next(column.seat for column in load_sheet(game).columns if column.place == 1)
    write(game, "Ana", penalise, winner, 2000, "Miscounted")


def merge_two_who_never_met(club: Club) -> None:
    """Merge somebody who has played for years into a new player."""
    regular = sure(db.session.scalars(select(Player).join(RESULTS, RESULTS.c.player_id == Player.id)).first())
    merge_players(regular, find_or_add_player(club.id, "Twin"))


def throw_and_put_back(club: Club) -> None:
    night = sure(db.session.scalars(select(Night).order_by(Night.id)).first())
    throw_night(night, "Ana")
    put_night_back(night)


@pytest.mark.parametrize("act", [correct_the_first_game, merge_two_who_never_met, throw_and_put_back])
def test_an_act_on_an_old_game_rates_some_games_and_later_work_others(club: Club, act: Callable[[Club], None]) -> None:
    act(club)
    assert clubs_with_ratings_due() == [club.id]

    while ratings_due_from(club.id):
        rate_due(club.id)
    results = everything()
    settle_club(club.id)

    assert clubs_with_ratings_due() == []
    assert results == everything()


def test_a_newer_change_begins_no_later_than_what_is_due(club: Club) -> None:
    correct_the_first_game(club)
    due = sure(ratings_due_from(club.id))
    last = sure(db.session.scalars(select(Night).order_by(Night.id.desc())).first())

    throw_night(last, "Ana")

    assert due < sure(ratings_due_from(club.id)) < (last.date, 2**62)


def test_a_player_who_never_played_is_merged_without_a_rating(club: Club) -> None:
    eve, evelyn = (find_or_add_player(club.id, name) for name in ("Eve", "Evelyn"))
    before = everything()

    merge_players(eve, evelyn)

    assert (everything(), clubs_with_ratings_due()) == (before, [])
