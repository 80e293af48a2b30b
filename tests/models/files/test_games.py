"""A game in the app is compared with the one in a file: they are the same, one continues the other, or they differ."""

import json
from datetime import date
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club, create_club
from models.ledger.hands import release_hand
from models.ledger.results import RESULTS
from models.play.changes import go_on as go_on_tonight
from models.play.changes import stop
from models.results.settle import settle_club
from samples.games import go_on
from samples.pens import write
from tests.models.conftest import Table, make_table
from tests.models.files.conftest import bring_in, text_of


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: games are compared in Python."""
    return sqlite_store


@pytest.fixture
def other_club(store: Flask) -> Club:
    """A club without a game."""
    return create_club("Another")


def games_in(text: str) -> list[dict[str, Any]]:
    """The games of a file, night by night."""
    return [game for night in json.loads(text)["nights"] for game in night["games"]]


def test_a_later_night_that_has_another_name_here_leaves_a_game_the_same(played: Table, other_club: Club) -> None:
    go_on(played.game, date(2026, 3, 12))
    text = text_of(played.club)
    bring_in(text, other_club)
    nights = [{night["ref"] for night in json.loads(club_text)["nights"]} for club_text in (text, text_of(other_club))]
    assert not nights[0] & nights[1]

    again = bring_in(text, other_club)

    assert (again.same, again.longer, again.different) == (1, 0, [])


def test_a_game_with_a_later_night_on_another_day_is_another(played: Table, other_club: Club) -> None:
    go_on(played.game, date(2026, 3, 12))
    text = text_of(played.club)
    bring_in(text, other_club)

    again = bring_in(text.replace("2026-03-12", "2026-03-13"), other_club)

    assert (again.same, again.longer, len(again.different)) == (0, 0, 1)


def test_a_hand_that_was_released_since_makes_a_game_longer(played: Table, other_club: Club) -> None:
    before = text_of(played.club)
    bring_in(before, other_club)
    release_hand(played.game.id, 1, played.seats["Ben"], "9-5 8-4", "Ben")
    longer = text_of(played.club)

    brought = bring_in(longer, other_club)

    assert (brought.longer, brought.same, brought.different) == (1, 0, [])
    (game,), (file_game,) = games_in(text_of(other_club)), games_in(longer)
    assert [hand["tiles"] for hand in game["hands"]] == ["9-5 8-4"]
    assert game["hands"] == file_game["hands"]


def test_a_game_with_a_hand_that_the_file_lacks_is_another(played: Table) -> None:
    text = text_of(played.club)
    release_hand(played.game.id, 1, played.seats["Ben"], "9-5 8-4", "Ben")

    brought = bring_in(text, played.club)

    assert (brought.same, brought.longer, len(brought.different)) == (0, 0, 1)


def test_a_game_that_went_on_the_same_night_is_of_that_night_alone(played: Table, other_club: Club) -> None:
    write(played.game, "Ana", stop)
    write(played.game, "Ben", go_on_tonight)
    text = text_of(played.club)

    bring_in(text, other_club)

    (file_game,), (game,) = games_in(text), games_in(text_of(other_club))
    assert [line["kind"] for line in file_game["lines"]][-2:] == ["stop", "go-on"]
    assert (game["lines"], len(json.loads(text_of(other_club))["nights"])) == (file_game["lines"], 1)


def test_a_finished_game_from_a_file_counts_among_those_that_are_here(played: Table) -> None:
    write(played.game, "Ana", stop)
    other_table = make_table()
    other_table.enter(1, Ana="7", Ben="out", Cai="8", Dee="9")
    write(other_table.game, "Ana", stop)

    bring_in(text_of(played.club), other_table.club)

    results = select(RESULTS).where(RESULTS.c.club_id == other_table.club.id)
    results = results.order_by(RESULTS.c.game_id, RESULTS.c.player_id)
    brought = db.session.execute(results).all()
    settle_club(other_table.club.id)
    assert len(brought) == 8
    assert db.session.execute(results).all() == brought
