"""A player's own hand from a photo: what is confirmed is kept on the player's phone, and nowhere else."""

import re

import pytest
from flask import Flask

from tests.phone import Phone
from tests.photos import send_photo
from tests.views.conftest import keep, move
from tests.views.game.conftest import contents, fill, refused, see, tiles_of


@pytest.fixture
def table(ana: Phone, game: str) -> str:
    """The address of the first round's kept table, on which Ana has started with the 9-7."""
    address = keep(ana, game)
    move(ana, address, "A 9-7@A")
    return address


@pytest.fixture
def at(table: str) -> str:
    """The address of the page for a photo of one's own hand."""
    return f"{table}/hand/photo"


def test_a_photo_is_kept_on_this_phone(app: Flask, ana: Phone, at: str, seats: list[str], reader: list[bytes]) -> None:
    before, hand = contents(app), at.removesuffix("/photo")
    assert at in ana.open(hand).text
    see(ana, at, reader, "7-4", "6-6")
    assert "2 tiles, 23 pips. Is that all of them?" in ana.text
    refused(ana, "", "", ("seat",), **tiles_of("7-4", "6-6"))
    assert "Tap a name." in ana.text

    ana.send_on(**tiles_of("7-4", "6-6"), seat=seats[0])

    assert ana.path == hand
    assert re.search("2 tiles ?, 23 pips", ana.text)
    assert contents(app) == before


def test_a_tile_on_the_table_is_doubtful(ana: Phone, at: str, seats: list[str], reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7", "6-6")
    assert "This tile is already somewhere else: Ana’s train." in ana.text

    refused(ana, **tiles_of("9-7", "6-6"), seat=seats[0])

    assert "Check every marked tile first" in ana.text


def test_what_was_laid_and_drawn_stays_in_the_hand(ana: Phone, at: str, seats: list[str], reader: list[bytes]) -> None:
    fill(ana, at.removesuffix("/photo"), seat=seats[0], tiles=["9-7", "7-4"], drawn="6-6 5-1")
    see(ana, at, reader, "6-6", "8-3")

    ana.send_on(**tiles_of("6-6", "8-3"), seat=seats[0])

    assert set(re.findall(r'value="([\d-]+)" checked', ana.page.text)) & {"9-7", "7-4", "8-3", "6-6"} == {"9-7", "8-3"}
    assert ana.fields["drawn"] == "6-6"


def test_a_tile_that_nobody_can_hold_is_refused(ana: Phone, at: str, seats: list[str], reader: list[bytes]) -> None:
    see(ana, at, reader, "9-9")

    refused(ana, **tiles_of("9-9"), **{"tiles-0-right": "9-9"}, seat=seats[0])

    assert "9-9" in ana.text


def test_a_tile_is_added_and_an_empty_file_refused(ana: Phone, at: str, seats: list[str], reader: list[bytes]) -> None:
    send_photo(ana, at, b"")
    assert "Choose a photo first." in ana.text
    see(ana, at, reader, "6-6")

    ana.page = ana.send(**tiles_of("6-6"), seat=seats[0], add="y")

    assert ana.page.status_code == 200
    assert "tiles-1-read" in ana.fields


def test_only_scorekeepers_send_photos_of_hands(ana: Phone, cai: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "6-6")
    cai.open("/start")

    for page in (at, ana.path):
        assert cai.client.get(page).status_code == 404
        assert cai.send(page).status_code in (404, 405)


def test_without_a_kept_table_there_is_no_hand_to_photograph(ana: Phone, game: str) -> None:
    assert ana.client.get(f"{game}/rounds/1/table/hand/photo").status_code == 404


def test_a_tile_is_never_twice_in_the_hand(ana: Phone, at: str, seats: list[str], reader: list[bytes]) -> None:
    see(ana, at, reader, "7-4", "7-4")

    refused(ana, **tiles_of("7-4", "7-4"), **{"tiles-0-right": "7-4", "tiles-1-right": "7-4"}, seat=seats[0])

    assert "A set has only one of each tile." in ana.text
