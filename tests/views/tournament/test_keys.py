"""The cards of a tournament's tables, and its keys."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper


def test_a_revoked_table_key_opens_nothing_and_a_new_one_can_be_made(ana: Phone, hall: str, keeper: Keeper) -> None:
    ana.open(f"{hall}/keys")
    # The last two are the tables' keys, with table 1 first.
    table_key = re.findall(rf"{hall}/keys/\w+/revoke", ana.page.text)[2]
    ana.send_on(table_key)

    assert keeper.open(keeper.game).status_code == 404
    assert "The link for this table was turned off." in ana.open(f"{hall}/cards").text
    ana.open(f"{hall}/keys")
    ana.send_on(f"{hall}/tables/1/key")
    phone = Phone(keeper.client.application)
    phone.open(pick(r"/k/[\w-]+", ana.page.text))
    assert phone.path == keeper.game


def test_a_card_has_who_sits_there_and_the_code_of_its_scorekeeper(ana: Phone, hall: str) -> None:
    game = re.findall(r"/games/\w+", ana.open(hall).text)[1]

    assert "Table 2" in ana.read(f"{hall}/cards?table=2")
    assert "Table 1" not in ana.text
    assert ana.page.text.count("<svg") == 1
    assert ana.open(pick(r"/k/[\w-]+", ana.page.text)).request.path == game


def test_after_seating_the_cards_are_the_first_thing_to_do(ana: Phone, hall: str) -> None:
    assert re.findall(r'class="button main" href="([^"]+)"', ana.open(hall).text)[:1] == [f"{hall}/cards"]


def test_there_is_no_card_of_a_table_that_is_none(ana: Phone, hall: str) -> None:
    assert ana.open(f"{hall}/cards?table=9").status_code == 404


@pytest.mark.parametrize(("access", "cards"), [("view", 404), ("manage", 200)])
def test_another_key_opens_the_tournament_as_far_as_it_says(
    app: Flask, ana: Phone, hall: str, access: str, cards: int
) -> None:
    before = set(re.findall(r"/k/[\w-]+", ana.open(f"{hall}/keys").text))
    ana.send_on(f"{hall}/keys/{access}")
    (link,) = set(re.findall(r"/k/[\w-]+", ana.page.text)) - before
    phone = Phone(app)

    phone.open(link)

    assert phone.path == hall
    assert phone.open(f"{hall}/cards").status_code == cards
