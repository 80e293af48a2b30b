"""A player's own hand: its uses, and the people who must never see it."""

import re
from itertools import product

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from models import db
from models.ledger.hands import Hand
from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.conftest import begin, keep, move
from tests.views.game.conftest import fill, refused

HAND = ["9-5", "8-4", "6-6", "6-1", "5-2", "4-1", "3-0", "2-2", "2-0", "1-0"]


@pytest.fixture
def table(ana: Phone, game: str) -> str:
    return keep(ana, game)


def tap(phone: Phone, table: str, *tiles: str, drawn: str = "", seat: str = "") -> TestResponse:
    """Enter a hand by tapping its tiles, and store it."""
    phone.open(f"{table}/hand")
    fields = phone.fields | {"drawn": drawn} | ({"seat": seat} if seat else {})
    return phone.client.post(f"{table}/hand", data={**fields, "tiles": list(tiles)})


def test_a_hand_says_what_can_be_played_and_which_run_is_best(ana: Phone, table: str) -> None:
    assert tap(ana, table, *HAND).status_code == 303

    assert "10 tiles, 67 pips." in ana.read(f"{table}/hand")
    assert "the 9-5 on Ana’s train A 9-5@A" in ana.text
    assert "You may not draw: Ana can play, and has to." in ana.text
    assert "Longest: 7 tiles, 47 pips. 9-5-2-2-0-1-6-6" in ana.text


def test_a_move_is_played_from_the_hand(ana: Phone, table: str) -> None:
    tap(ana, table, *HAND)

    fill(ana, f"{table}/hand", table, move="A 9-5@A")

    assert "Ana plays 9-5 on Ana’s train." in ana.text

    assert "9 tiles, 53 pips." in ana.read(f"{table}/hand")


def test_whose_hand_it_is_goes_by_the_name_of_the_phone(ben: Phone, table: str) -> None:
    tap(ben, table, "9-5")

    assert "Your options if nothing changes before your turn" in ben.read(f"{table}/hand")
    assert "the 9-5 on Ben’s train" in ben.text
    assert "The table says you hold 10." in ben.text


def test_in_mid_round_the_tiles_held_now_are_enough(ana: Phone, ben: Phone, table: str) -> None:
    move(ana, table, "A 9-7@A", "A done", "B 9-8@B", "B done", "C --", "D --")
    page = ben.open(f"{table}/hand")
    assert "Tap just the tiles you hold now to see what you can play." in ben.text
    assert page.text.index('name="tiles"') < page.text.index('name="drawn"')
    tiles = ["8-4", "6-6", "6-1", "5-2", "4-1", "3-0", "2-2", "2-0", "1-0"]

    tap(ben, table, *tiles)

    assert "9 tiles, 53 pips." in ben.read(f"{table}/hand")
    assert "the 8-4 on Ben’s train" in ben.text
    assert "The table says you hold" not in ben.text


def test_tiles_run_the_same_way_for_the_hand_as_for_the_score(
    ana: Phone, table: str, game: str, seats: list[str]
) -> None:
    hand_tiles = re.findall(r'name="tiles" value="([\d-]+)"', ana.open(f"{table}/hand").text)
    score_tiles = re.findall(r'name="tiles" value="([\d-]+)"', ana.open(f"{game}/rounds/1/seats/{seats[0]}").text)

    assert hand_tiles == score_tiles[1:]
    assert hand_tiles[0] == "9-8"


def test_a_hand_is_seen_by_nobody_else_and_reaches_nothing(
    app: Flask, ana: Phone, ben: Phone, cai: Phone, table: str, game: str
) -> None:
    tap(ben, table, *HAND)
    move(ana, table, "A 9-7@A", "A done")

    # By Ben's hand he has to play the 9-5, but the table does not know his hand.
    ana.open(table)
    assert ana.send(table, move="B --").status_code == 303
    hidden_tiles = [tile for tile in HAND if tile[0] != tile[-1]]
    pages = (table, f"{table}/moves", f"{table}/live?seen=0", f"{table}/record", game, f"{game}/follow", f"{game}/log")
    for phone, page in product((ana, cai), pages):
        phone.open(page)
        assert [tile for tile in hidden_tiles if re.search(rf"(?<![\d-]){tile}(?![\d-])", phone.text)] == [], page
    assert "hands" not in ana.client.get(f"{table}/record.toml").text
    with app.app_context():
        assert db.session.query(Hand).count() == 0
    assert "Tap your tiles" in ana.open(f"{table}/hand").text


def test_a_hand_that_its_owner_releases_is_in_the_record(ana: Phone, ben: Phone, table: str) -> None:
    tap(ben, table, *HAND)

    fill(ben, f"{table}/hand", f"{table}/hand/release")

    assert "Everybody can see your hand now." in ben.text
    assert 'hands = { B = "9-5 8-4 6-6' in ana.client.get(f"{table}/record.toml").text


def test_a_hand_that_cannot_be_is_not_released(ben: Phone, table: str) -> None:
    tap(ben, table, "9-5")
    answer = refused(ben, f"{table}/hand", f"{table}/hand/release")

    assert "According to the table, Ben was dealt 10 tiles, not 1." in answer.text


def test_nobody_releases_a_hand_that_is_not_on_their_phone(ana: Phone, ben: Phone, table: str) -> None:
    tap(ben, table, *HAND)
    ana.open(f"{table}/hand")

    assert ana.send(f"{table}/hand/release").status_code == 404


def test_what_was_drawn_belongs_to_the_hand(ana: Phone, table: str) -> None:
    move(ana, table, "A --", "B --", "C --", "D --", "A +")
    tap(ana, table, *HAND, drawn="8-0")

    assert "11 tiles" in ana.read(f"{table}/hand")
    assert "the 8-0 on" not in ana.text
    assert "You may pass, and a marker goes on your train." in ana.text


def test_a_hand_that_was_released_is_not_overwritten_by_somebody_else(ana: Phone, ben: Phone, table: str) -> None:
    tap(ben, table, *HAND)
    fill(ben, f"{table}/hand", f"{table}/hand/release")
    tiles = ["7-0", "7-1", "7-2", "7-3", "7-4", "7-5", "7-6", "7-7", "8-0", "8-1"]
    tap(ana, table, *tiles, seat=pick(r'checked[^>]*name="seat"[^>]*value="(\d+)"', ben.page.text))
    assert "Ben has already shown Ben’s hand." in refused(ana, f"{table}/hand", f"{table}/hand/release").text


def test_a_tile_is_not_in_two_released_hands(ana: Phone, ben: Phone, table: str) -> None:
    for phone in (ben, ana):
        tap(phone, table, *HAND)
        phone.open(f"{table}/hand")
        answer = phone.send(f"{table}/hand/release")

    assert answer.status_code == 422
    assert "The 1-0 is already in another hand that was shown." in answer.text


@pytest.mark.parametrize("tile", ["18-18", "9-9"])
def test_a_tile_that_nobody_can_hold_is_refused(ana: Phone, table: str, tile: str) -> None:
    answer = tap(ana, table, "9-5", tile)

    assert answer.status_code == 422
    assert f"Ana cannot have the {tile}" in answer.text


@pytest.mark.parametrize("drawn", ["9", "9-5 x", "19-0"])
def test_tiles_that_are_none_are_refused(ana: Phone, table: str, drawn: str) -> None:
    assert tap(ana, table, "9-5", drawn=drawn).status_code == 422
    assert tap(ana, table, "99-5").status_code == 422


def test_at_the_end_the_hand_proposes_the_score(ana: Phone, ben: Phone, game: str) -> None:
    table = keep(ana, game, dealt="1")
    tap(ben, table, "8-0")
    move(ana, table, "A 9-7@A", "B --", "C --")
    ana.send(table, move="D --")

    assert "Enter 8 as my score" in ben.read(f"{table}/hand")
    seat = ben.page.text.partition("/seats/")[2].partition('"')[0]
    ben.send_on(f"{game}/rounds/1/seats/{seat}", tiles="8-0")

    assert ">8" in ben.open(game).text


def test_a_phone_keeps_only_its_newest_hands(app: Flask) -> None:
    ana = begin(app)
    tables = []
    for _ in range(5):
        fill(ana, "/start", rules="double-nine", asked="1", **seat_fields("Ana", "Ben"))
        game = ana.path
        fill(ana, f"{game}/me", name="Ana")
        tables.append(keep(ana, game))
        tap(ana, tables[-1], *HAND)

    kept = ["10 tiles" in ana.open(f"{table}/hand").text for table in tables]

    assert kept == [False, True, True, True, True]
