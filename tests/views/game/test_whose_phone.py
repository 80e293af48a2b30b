"""A form also asks who is holding the phone, so that nobody is sent to another page for that."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import begin, hand, link
from tests.views.game.conftest import enter, fill, refused
from tests.views.game.test_scores import focused


@pytest.fixture
def dee(app: Flask, ana: Phone, club: str, game: str) -> Phone:
    """A phone that may enter scores and has not said who holds it."""
    phone = Phone(app)
    phone.open(link(ana, club, 1))
    ana.open(game)
    return phone


def order_of(phone: Phone) -> list[str]:
    """The players in the order of the rows."""
    return re.findall(r'<label for="hand_\d+-left"[^>]*>.*?</span>([^<\n]+)', phone.page.text, re.DOTALL)


def test_a_phone_that_has_not_said_who_holds_it_says_so_in_the_form(dee: Phone, game: str, seats: list[str]) -> None:
    dee.open(f"{game}/rounds/1")
    assert re.findall(r"<option[^>]*>([^<]+)", dee.page.text) == ["just the scorekeeper", "Ana", "Ben", "Cai", "Dee"]
    assert order_of(dee) == ["Ana", "Ben", "Cai", "Dee"]

    dee.send_on(me="Cai", **hand(seats[2], "5"))

    assert "Who is using this phone?" not in dee.read(f"{game}/rounds/1")
    assert "Entering as Cai." in dee.text
    assert order_of(dee) == ["Ana", "Ben", "Cai", "Dee"]
    assert re.findall(r'class="hand own" id="seat-\d+" role="group" aria-label="(\w+)"', dee.page.text) == ["Cai"]
    assert "Cai, " in dee.text.partition("What was entered")[2]


def test_who_is_let_in_and_enters_anothers_score_is_asked(dee: Phone, ana: Phone, game: str, seats: list[str]) -> None:
    refused(dee, f"{game}/rounds/1", me="Cai", **hand(seats[0], "5"))
    assert "Enter “5” for Ana? You are Cai on this phone." in dee.text

    dee.send_on(agreed=f"another:{seats[0]}")
    assert "Round 1: Ana 5," in dee.text
    dee.open(f"{game}/rounds/1")
    assert focused(dee) == f"hand_{seats[1]}-left"
    # Several scores, a correction and the phone that began the game are asked nothing.
    enter(dee, game, 1, "6")
    fill(ana, f"{game}/rounds/1", me="Ben", **hand(seats[3], "7"))


def test_a_phone_is_the_scorekeepers_unless_it_says_otherwise_and_is_asked_once(dee: Phone, game: str) -> None:
    enter(dee, game, 1, "", "", "5")

    assert "the scorekeeper, " in dee.read(f"{game}/rounds/1").partition("What was entered")[2]
    assert "Who is using this phone?" not in dee.text
    assert "Entering as the scorekeeper." in dee.text


def test_a_name_that_cannot_be_is_not_remembered(dee: Phone, game: str, seats: list[str]) -> None:
    fill(dee, f"{game}/rounds/1", me="x" * 41, **hand(seats[2], "5"))

    assert "Who is using this phone?" in dee.open(f"{game}/rounds/1").text


def test_a_half_entered_round_says_for_whom_it_waits(ana: Phone, game: str) -> None:
    assert "Waiting for" not in ana.read(f"{game}/rounds/1")

    enter(ana, game, 1, "out", "34")
    assert "Waiting for Cai and Dee." in ana.text
    assert "missing, enter it" in ana.text
    assert "Round 1: put the 9-9" in ana.text
    assert "Waiting for Cai and Dee." in ana.read(f"{game}/rounds/1")

    enter(ana, game, 1, "", "", "1", "2")
    assert "Waiting for" not in ana.text


def test_a_table_of_a_tournament_asks_for_a_name_in_its_form(app: Flask, ana: Phone, hall: str) -> None:
    """A second player confirms, so we have to know who entered the scores."""
    phone = Phone(app)
    phone.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/cards").text))
    page = f"{phone.path}/rounds/1"
    seat = pick(r'name="hand_(\d+)-left"', phone.open(page).text)
    assert 'value="the scorekeeper"' not in phone.page.text

    refused(phone, **hand(seat, "34"))

    assert "Tap the name of the person using this phone" in phone.text
    assert phone.fields[f"hand_{seat}-left"] == "34"
    refused(phone, f"{page}/seats/{seat}", tiles="12-11")
    fill(phone, page, me="Zoe", **hand(seat, "34"))
    assert "so far" in phone.text


def test_only_the_first_form_of_scores_or_moves_asks(dee: Phone, game: str, seats: list[str]) -> None:
    for address in ("/rounds/1", "/rounds/1/table", f"/rounds/1/seats/{seats[2]}"):
        assert "Who is using this phone?" in dee.read(f"{game}{address}"), address
    assert "Who is using this phone?" not in dee.read(f"{game}/changes")

    fill(dee, f"{game}/rounds/1/table", f"{game}/rounds/1/table/begin", me="Dee", first=seats[0])

    assert "Dee, " in dee.read(f"{game}/rounds/1/table/moves")
    for address in ("/rounds/1", "/rounds/2/table", f"/rounds/1/seats/{seats[2]}"):
        assert 'name="me"' not in dee.open(f"{game}{address}").text, address


def test_what_is_one_tap_is_signed_with_what_is_known(dee: Phone, ana: Phone, game: str) -> None:
    enter(ana, game, 1, "5")
    fill(dee, game, f"{game}/undo")

    assert "the scorekeeper, " in dee.read(f"{game}/log")


def test_names_stand_in_full_where_scores_are_entered(app: Flask) -> None:
    names = ("Grandma Josephine", "Uncle Bartholomew", "Christopher", "Lucy")
    phone = begin(app, names=names)

    phone.open(f"{phone.path}/rounds/1")

    assert order_of(phone) == [*names]
