"""A game here and in a file, compared: the same, or more of it."""

import json
from datetime import date
from typing import Any

import pytest
from flask import Flask

from models.files.club_import import bring_in
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger.clubs import Club, found_club
from models.ledger.hands import release_hand
from samples.games import go_on
from tests.models.conftest import Table


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite alone: what was read is compared in Python."""
    return sqlite_store


@pytest.fixture
def played(table: Table) -> Table:
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    return table


def text_of(club: Club) -> str:
    return "".join(write_club(club))


def games_in(text: str) -> list[dict[str, Any]]:
    return [game for night in json.loads(text)["nights"] for game in night["games"]]


def test_a_later_night_that_has_another_name_here_leaves_a_game_the_same(played: Table) -> None:
    go_on(played.game, date(2026, 3, 12))
    text, other = text_of(played.club), found_club("Another")
    bring_in(read_club(text), other)
    nights = [{night["ref"] for night in json.loads(found)["nights"]} for found in (text, text_of(other))]
    assert not nights[0] & nights[1]

    again = bring_in(read_club(text), other)

    assert (again.same, again.longer, again.different) == (1, 0, [])


def test_a_game_with_a_later_night_on_another_day_is_another(played: Table) -> None:
    go_on(played.game, date(2026, 3, 12))
    text, other = text_of(played.club), found_club("Another")
    bring_in(read_club(text), other)

    again = bring_in(read_club(text.replace("2026-03-12", "2026-03-13")), other)

    assert (again.same, again.longer, len(again.different)) == (0, 0, 1)


def test_a_hand_that_was_released_since_makes_a_game_longer(played: Table) -> None:
    before, other = text_of(played.club), found_club("Another")
    bring_in(read_club(before), other)
    release_hand(played.game.id, 1, played.seats["Ben"], "9-5 8-4", "Ben")
    longer = text_of(played.club)

    brought = bring_in(read_club(longer), other)

    assert (brought.longer, brought.same, brought.different) == (1, 0, [])
    (game,), (there,) = games_in(text_of(other)), games_in(longer)
    assert [hand["tiles"] for hand in game["hands"]] == ["9-5 8-4"]
    assert game["hands"] == there["hands"]


def test_a_game_with_a_hand_that_the_file_lacks_is_another(played: Table) -> None:
    text = text_of(played.club)
    release_hand(played.game.id, 1, played.seats["Ben"], "9-5 8-4", "Ben")

    brought = bring_in(read_club(text), played.club)

    assert (brought.same, brought.longer, len(brought.different)) == (0, 0, 1)
