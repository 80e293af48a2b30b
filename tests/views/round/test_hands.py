"""A player's own hand: its uses, and the people who must never see it."""

import re
from itertools import product

import pytest
from flask import Flask

from models import db
from models.ledger.hands import Hand
from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.conftest import begin, keep, move
from tests.views.game.conftest import fill, refused

HAND = ["9-5", "8-4", "6-6", "6-1", "5-2", "4-1", "3-0", "2-2", "2-0", "1-0"]


def tap(phone: Phone, table: str, *tiles: str, **fields: str) -> None:
    """Enter a hand by tapping its tiles, store it, and stay on its page."""
    fill(phone, f"{table}/hand", tiles=[*tiles], **fields)


def release(phone: Phone, table: str) -> None:
    """Show everybody the hand on this phone."""
    fill(phone, f"{table}/hand", f"{table}/hand/release")


def test_a_hand_says_what_can_be_played_and_which_run_is_best(ana: Phone, table: str) -> None:
    tap(ana, table, *HAND)

    assert "10 tiles, 67 pips." in ana.text
    assert "the 9-5 on Ana’s train A 9-5@A" in ana.text
    assert "You may not draw: Ana can play, and has to." in ana.text
    assert "Longest: 7 tiles, 47 pips. 9-5-2-2-0-1-6-6" in ana.text

    ana.send_on(table, move="A 9-5@A")
    assert "Ana plays 9-5 on Ana’s train." in ana.text
    assert "9 tiles, 53 pips." in ana.read(f"{table}/hand")


def test_whose_hand_it_is_goes_by_the_name_of_the_phone(ben: Phone, table: str) -> None:
    tap(ben, table, "9-5")

    assert "Your options if nothing changes before your turn" in ben.text
    assert "the 9-5 on Ben’s train" in ben.text
    assert "The table says you hold 10." in ben.text
    answer = refused(ben, "", f"{table}/hand/release")
    assert "According to the table, Ben was dealt 10 tiles, not 1." in answer.text


def test_in_mid_round_the_tiles_held_now_are_enough(ana: Phone, ben: Phone, table: str) -> None:
    move(ana, table, "A 9-7@A", "A done", "B 9-8@B", "B done", "C --", "D --")
    assert "Tap just the tiles you hold now to see what you can play." in ben.read(f"{table}/hand")
    assert ben.page.text.index('name="tiles"') < ben.page.text.index('name="drawn"')

    tap(ben, table, *HAND[1:])

    assert "9 tiles, 53 pips." in ben.text
    assert "the 8-4 on Ben’s train" in ben.text
    assert "The table says you hold" not in ben.text


def test_tiles_run_the_same_way_for_the_hand_as_for_the_score(ana: Phone, table: str, seats: list[str]) -> None:
    score_page = f"{table.removesuffix('/table')}/seats/{seats[0]}"
    tiles, score_tiles = (
        re.findall(r'name="tiles" value="([\d-]+)"', ana.open(page).text) for page in (f"{table}/hand", score_page)
    )

    assert tiles == score_tiles[1:]
    assert tiles[0] == "9-8"


def test_a_hand_is_seen_by_nobody_else(app: Flask, ana: Phone, ben: Phone, cai: Phone, table: str, game: str) -> None:
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
    ana.open(f"{table}/hand")
    assert ana.send(f"{table}/hand/release").status_code == 404

    release(ben, table)

    assert "Everybody can see your hand now." in ben.text
    assert 'hands = { B = "9-5 8-4 6-6' in ana.client.get(f"{table}/record.toml").text


def test_what_was_drawn_belongs_to_the_hand(ana: Phone, table: str) -> None:
    move(ana, table, "A --", "B --", "C --", "D --", "A +")

    tap(ana, table, *HAND, drawn="8-0")

    assert "11 tiles" in ana.text
    assert "the 8-0 on" not in ana.text
    assert "You may pass, and a marker goes on your train." in ana.text


def test_a_hand_that_was_shown_is_not_overwritten(ana: Phone, ben: Phone, table: str, seats: list[str]) -> None:
    tap(ben, table, *HAND)
    release(ben, table)
    tap(ana, table, *(f"7-{low}" for low in range(8)), "8-0", "8-1", seat=seats[1])

    assert "Ben has already shown Ben’s hand." in refused(ana, "", f"{table}/hand/release").text


def test_a_tile_is_not_in_two_released_hands(ana: Phone, ben: Phone, table: str) -> None:
    tap(ben, table, *HAND)
    release(ben, table)
    tap(ana, table, *HAND)

    answer = refused(ana, "", f"{table}/hand/release")

    assert "The 1-0 is already in another hand that was shown." in answer.text


@pytest.mark.parametrize("tile", ["18-18", "9-9"])
def test_a_tile_that_nobody_can_hold_is_refused(ana: Phone, table: str, tile: str) -> None:
    assert f"Ana cannot have the {tile}" in refused(ana, f"{table}/hand", tiles=["9-5", tile]).text


@pytest.mark.parametrize(("tiles", "drawn"), [("9-5", "9"), ("9-5", "9-5 x"), ("9-5", "19-0"), ("99-5", "")])
def test_tiles_that_are_none_are_refused(ana: Phone, table: str, tiles: str, drawn: str) -> None:
    refused(ana, f"{table}/hand", tiles=tiles, drawn=drawn)


def test_at_the_end_the_hand_proposes_the_score(ana: Phone, ben: Phone, game: str) -> None:
    table = keep(ana, game, dealt="1")
    tap(ben, table, "8-0")
    move(ana, table, "A 9-7@A", "B --", "C --")
    ana.send(table, move="D --")

    assert "Enter 8 as my score" in ben.read(f"{table}/hand")
    ben.send_on(pick(r"/games/\w+/rounds/1/seats/\d+", ben.page.text), tiles="8-0")

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

    assert ["10 tiles" in ana.read(f"{table}/hand") for table in tables] == [False, True, True, True, True]
