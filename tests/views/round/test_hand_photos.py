"""A player's own hand from a photo: what is confirmed is kept on the player's phone, and nowhere else."""

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from tests.phone import Phone
from tests.photos import saying, send_photo
from tests.views.conftest import keep
from tests.views.game.conftest import refused


@pytest.fixture
def table(ana: Phone, game: str) -> str:
    """The address of the first round's kept table, on which Ana has started with the 9-7."""
    table = keep(ana, game)
    ana.send_on(table, move="A 9-7@A")
    return table


def numbers(*tiles: str) -> dict[str, str]:
    """The fields with the numbers of these tiles, as a browser sends them from the selects in the list."""
    fields = {}
    for number, tile in enumerate(tiles):
        fields[f"tiles-{number}-high"], fields[f"tiles-{number}-low"] = tile.split("-")
    return fields


def test_a_photo_of_a_hand_is_kept_on_this_phone(
    app: Flask, ana: Phone, table: str, seats: list[str], reader: list[bytes]
) -> None:
    def everything() -> list[object]:
        with app.app_context():
            return [list(db.session.execute(select(table))) for table in db.metadata.sorted_tables]

    before = everything()
    reader.append(saying("7-4", "6-6"))
    assert f"{table}/hand/photo" in ana.open(f"{table}/hand").text
    send_photo(ana, f"{table}/hand/photo")
    assert "2 tiles, 23 pips. Is that all of them?" in ana.text

    ana.send_on(**numbers("7-4", "6-6"), seat=seats[0])

    assert ana.path == f"{table}/hand"
    assert "2 tiles , 23 pips" in ana.text.replace("tiles,", "tiles ,")
    assert everything() == before


def test_a_tile_on_the_table_is_doubtful(ana: Phone, table: str, seats: list[str], reader: list[bytes]) -> None:
    reader.append(saying("9-7", "6-6"))
    send_photo(ana, f"{table}/hand/photo")
    assert "This tile is already somewhere else: Ana’s train." in ana.text

    refused(ana, **numbers("9-7", "6-6"), seat=seats[0])

    assert "Check every marked tile first" in ana.text


def test_tiles_that_were_laid_and_drawn_stay_in_the_hand(
    ana: Phone, table: str, seats: list[str], reader: list[bytes]
) -> None:
    ana.open(f"{table}/hand")
    ana.client.post(ana.path, data=ana.fields | {"seat": seats[0], "tiles": ["9-7", "7-4"], "drawn": "6-6 5-1"})
    reader.append(saying("6-6", "8-3"))
    send_photo(ana, f"{table}/hand/photo")

    ana.send_on(**numbers("6-6", "8-3"), seat=seats[0])

    tiles = {tile for tile in ("9-7", "7-4", "8-3", "6-6") if f'value="{tile}" checked' in ana.page.text}
    assert tiles == {"9-7", "8-3"}
    assert ana.fields["drawn"] == "6-6"


def test_a_tile_that_nobody_can_hold_is_refused(ana: Phone, table: str, seats: list[str], reader: list[bytes]) -> None:
    reader.append(saying("9-9"))
    send_photo(ana, f"{table}/hand/photo")

    refused(ana, **numbers("9-9"), **{"tiles-0-right": "9-9"}, seat=seats[0])

    assert "9-9" in ana.text


def test_the_owner_of_the_hand_has_to_be_known(ana: Phone, table: str, reader: list[bytes]) -> None:
    reader.append(saying("6-6"))
    send_photo(ana, f"{table}/hand/photo")

    refused(ana, "", "", ("seat",), **numbers("6-6"))

    assert "Tap a name." in ana.text


def test_a_tile_is_added_and_an_empty_file_refused(
    ana: Phone, table: str, seats: list[str], reader: list[bytes]
) -> None:
    send_photo(ana, f"{table}/hand/photo", b"")
    assert "Choose a photo first." in ana.text
    reader.append(saying("6-6"))
    send_photo(ana, f"{table}/hand/photo")

    ana.page = ana.send(**numbers("6-6"), seat=seats[0], add="y")

    assert ana.page.status_code == 200
    assert "tiles-1-read" in ana.fields


def test_only_people_who_keep_score_may_send_a_photo_of_a_hand(
    ana: Phone, cai: Phone, zoe: Phone, table: str, reader: list[bytes]
) -> None:
    reader.append(saying("6-6"))
    send_photo(ana, f"{table}/hand/photo")
    address = ana.path

    for phone in (cai, zoe):
        phone.open("/start")
        for path in (f"{table}/hand/photo", address):
            assert phone.client.get(path).status_code == 404
            assert phone.client.post(path, data=phone.fields).status_code in (404, 405)


def test_without_a_kept_table_there_is_no_hand_to_photograph(ana: Phone, game: str) -> None:
    assert ana.client.get(f"{game}/rounds/1/table/hand/photo").status_code == 404


def test_a_tile_is_never_twice_in_the_hand(ana: Phone, table: str, seats: list[str], reader: list[bytes]) -> None:
    reader.append(saying("7-4", "7-4", "6-6"))
    send_photo(ana, f"{table}/hand/photo")

    answers = {"tiles-0-right": "7-4", "tiles-1-right": "7-4"}
    refused(ana, **numbers("7-4", "7-4", "6-6"), **answers, seat=seats[0])
    assert "A set has only one of each tile." in ana.text
