"""Seating the tables of a tournament, by lot and by hand."""

import re

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.game.conftest import fill, refused
from tests.views.tournament.conftest import begin_hall


def test_the_lot_on_the_page_is_the_lot_that_seats(ana: Phone, unseated: str) -> None:
    first, second = re.findall(r"Table \d+</strong><span>([^<]+)", ana.open(f"{unseated}/seating?lot=42").text)

    ana.send_on(f"{unseated}/seating/lot", me="Ana")

    cards = re.sub(r"\s+", " ", ana.open(unseated).text)
    assert first in cards and second in cards
    assert "seated with draw code 42" in ana.open(f"{unseated}/log").text


def test_the_referee_gives_a_name_with_the_first_tables(app: Flask) -> None:
    phone = Phone(app)
    phone.open("/start-tournament")
    phone.send_on(name="Cup", players="A, B, C, D, E, F, G, H", largest="5")
    hall = phone.path
    assert "Your name" in phone.open(f"{hall}/seating").text

    phone.send_on(f"{hall}/seating/lot", me="Rita")

    assert "Rita" in phone.read(f"{hall}/log")
    assert "Your name" not in phone.read(f"{hall}/seating")


@pytest.mark.parametrize(
    ("how", "fields", "why"),
    [
        ("hand", {"tables": "A, B, C, D\nE, F, G"}, "Every player has to sit at exactly one table"),
        ("hand", {"tables": "A, B, C, D\nE, F, G, Zed"}, "“Zed” is not the name of a player."),
        ("hand", {"tables": "A, B, C, D, E, F, G\nH"}, "at least 2 players"),
        ("hand", {"tables": ""}, "Type something here."),
        ("lot", {"lot": "7 7"}, ""),
        ("lot", {"lot": "x" * 21}, ""),
        ("lot", {"lot": ""}, ""),
    ],
)
def test_tables_or_a_lot_that_do_not_fit_seat_nobody(
    ana: Phone, unseated: str, how: str, fields: dict[str, str], why: str
) -> None:
    refused(ana, f"{unseated}/seating", f"{unseated}/seating/{how}", me="Ana", **fields)

    assert why in ana.text
    assert fields.get("tables", "").partition("\n")[0] in ana.text
    assert "Next: Game 1." in ana.read(unseated)


def test_tables_by_hand_are_seated_as_they_are_written(ana: Phone, unseated: str) -> None:
    fill(ana, f"{unseated}/seating", f"{unseated}/seating/hand", tables="1. h; c, E, a\nB\tD, f, G")

    assert re.search("Table 1 (?=[^T]*A)(?=[^T]*C)(?=[^T]*E)(?=[^T]*H)[^T]*Table 2", ana.text)
    assert "by hand" in ana.open(f"{unseated}/log").text


def test_a_stage_that_two_referees_seat_is_seated_once(ana: Phone, unseated: str) -> None:
    ana.open(f"{unseated}/seating?lot=1")
    fields = ana.fields
    fill(ana, f"{unseated}/seating?lot=2", f"{unseated}/seating/lot")

    ana.page = ana.client.post(f"{unseated}/seating/lot", data=fields)

    assert ana.page.status_code == 422
    assert "Open it again" in ana.text
    assert "seated with draw code 1" not in ana.open(f"{unseated}/log").text


def test_who_is_left_alone_is_told_on_the_page_that_seats(ana: Phone, club: str) -> None:
    hall = begin_hall(ana, club, players="Ana, Ben")
    fill(ana, f"{hall}/players", f"{hall}/withdraw", number="1")

    assert "players cannot be divided into tables of 2 to" in ana.read(f"{hall}/seating")
