"""The acts of a tournament's referee on the pages."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.game.conftest import enter, fill, refused
from tests.views.tournament.conftest import begin_hall

PAGES = ("players", "seating", "schedule", "clock", "ties", "cards", "keys")
DEEDS = ("late", "withdraw", "schedule", "clock", "clock/off", "keys/manage", "tables/1/key", "throw")
WHAT = {"name": "Zed", "table": "1", "number": "1", "reason": "x", "minutes": "9", "warn": "1", "engines": "12 0"}


@pytest.fixture
def tied(ana: Phone, club: str) -> str:
    """The address of a tournament in which Ana and Ben tie: each went out in one of two rounds."""
    hall = begin_hall(ana, club, players="Ana, Ben", engines="12 0")
    fill(ana, f"{hall}/seating", f"{hall}/seating/lot")
    game = pick(r"/games/\w+", ana.page.text)
    enter(ana, game, 1, "out", "9")
    enter(ana, game, 2, "9", "out")
    fill(ana, f"{game}/confirm", seat="referee", round=["1", "2"])
    return hall


def test_the_referees_key_does_everything_here_and_nothing_in_the_club(
    app: Flask, ana: Phone, club: str, hall: str
) -> None:
    phone = Phone(app)
    phone.open(re.findall(r"/k/[\w-]+", ana.open(f"{hall}/keys").text)[2])

    assert phone.path == hall
    assert "For the referee" in phone.text
    assert phone.open(club).status_code == 404
    phone.open(f"{hall}/clock")
    assert phone.send(f"{hall}/throw").status_code == 404


def test_fewer_rounds_or_a_single_one_are_played(ana: Phone, hall: str) -> None:
    fill(ana, f"{hall}/schedule", engines="12 0", reason="late")
    assert "round 1 of 2" in ana.text

    fill(ana, f"{hall}/schedule", engines="12", reason="")
    assert "round 1 of 1" in ana.text


def test_the_clock_is_on_the_tv_until_it_is_taken_away(ana: Phone, hall: str) -> None:
    fill(ana, f"{hall}/clock", minutes="20", warn="5")
    assert re.search(r"(20:00|19:59)", ana.read(f"{hall}/tv"))

    fill(ana, f"{hall}/clock", f"{hall}/clock/off")
    assert "data-ends" not in ana.open(f"{hall}/tv").text


def test_somebody_comes_late_and_somebody_goes_home_and_is_brought_back(ana: Phone, hall: str) -> None:
    fill(ana, f"{hall}/players", f"{hall}/late", name="Zed", table="1")
    assert "9 players" in ana.read(f"{hall}/players")

    fill(ana, f"{hall}/players", f"{hall}/withdraw", number="1", reason="The bus")
    assert "A leaves the tournament. Reason: The bus" in ana.read(f"{hall}/log")
    assert "Went home" in ana.read(f"{hall}/players")

    ana.send_on(f"{hall}/bring-back", number="1")
    assert "9 players" in ana.text
    assert "Went home" not in ana.text
    refused(ana, f"{hall}/players", f"{hall}/bring-back", number="1")


def test_somebody_who_changes_tables_has_left_the_first_and_goes_to_the_second(ana: Phone, hall: str) -> None:
    """In the referee's words, the player goes home and comes late to the other table."""
    name = pick(r"\b([A-H])\b", ana.read(hall).partition("Table 2")[2])

    fill(ana, f"{hall}/players", f"{hall}/withdraw", number=str(ord(name) - 64), reason="Moves on")
    fill(ana, f"{hall}/players", f"{hall}/late", name=name, table="1")

    first, second = re.split(r"Table \d", ana.read(hall))[1:3]
    assert f"{name} (left early)" in second
    assert name in first and "(left early)" not in first
    assert re.search(rf"\b{name}\b.{{0,9}}table 1", ana.read(f"{hall}/players"))


def test_fewer_games_are_played_with_a_reason(ana: Phone, club: str) -> None:
    hall = begin_hall(ana, club, players="Ana, Ben, Cai, Dee, Eli, Fay", format="total", games="3")
    refused(ana, f"{hall}/schedule", f"{hall}/games", games="0", reason="late", me="Ana")

    fill(ana, f"{hall}/schedule", f"{hall}/games", games="2", reason="The hall closes", me="Ana")

    assert "The number of games is now 2. Reason: The hall closes" in ana.read(f"{hall}/log")


def test_a_tie_is_decided_with_a_reason(ana: Phone, tied: str) -> None:
    assert "are tied" in ana.read(f"{tied}/ties")

    ana.send_on(f"{tied}/ties", how="lot", reason="No time for more")

    assert "No time for more" in ana.open(f"{tied}/log").text
    assert "tie broken" in ana.open(tied).text
    assert "There are no ties to break" in ana.open(f"{tied}/ties").text


@pytest.mark.parametrize(
    ("fields", "why", "kept"),
    [
        ({"how": ""}, "Choose one", "As announced"),
        ({"how": "fight"}, "Not a valid", "As announced"),
        ({"how": "rounds"}, "by a random draw", "As announced"),
        ({"stage": "2"}, "Open it again", ""),
        ({"players": "1 3"}, "Open it again", "As announced"),
        ({"players": "1 1 1 1"}, "Open it again", "As announced"),
    ],
)
def test_a_tie_that_stays_open_keeps_the_reason_in_its_field(
    ana: Phone, tied: str, fields: dict[str, str], why: str, kept: str
) -> None:
    refused(ana, f"{tied}/ties", **({"how": "lot", "reason": "As announced"} | fields))

    assert why in ana.text
    assert ana.fields["reason"] == kept
    assert "As announced" not in ana.read(f"{tied}/log")
    assert "are tied" in ana.read(f"{tied}/ties")


@pytest.mark.parametrize(
    ("page", "to", "fields", "why"),
    [
        ("players", "late", {"name": "", "table": "1"}, ""),
        ("players", "late", {"name": "Zed", "table": ""}, ""),
        ("players", "late", {"name": "Zed", "table": "3"}, ""),
        ("players", "late", {"name": "a", "table": "1"}, ""),
        ("players", "late", {"name": "Zed, Yan", "table": "1"}, "Type one name, without a comma."),
        ("players", "withdraw", {"number": "9", "reason": "The bus"}, "choice"),
        ("players", "withdraw", {"number": "0", "reason": "The bus"}, "choice"),
        ("players", "withdraw", {"number": "x", "reason": "The bus"}, "Choice"),
        ("schedule", "schedule", {"engines": "12 12", "reason": "late"}, "cannot start two rounds"),
        ("schedule", "schedule", {"engines": "", "reason": "late"}, "Type something here."),
        ("schedule", "schedule", {"engines": "13", "reason": "late"}, "There is no 13-13 in this set."),
        ("clock", "clock", {"minutes": "0", "warn": "5"}, ""),
        ("clock", "clock", {"minutes": "5", "warn": "9"}, "Type a time shorter than the round."),
        ("clock", "clock", {"minutes": "181", "warn": "7"}, ""),
        ("clock", "clock", {"minutes": "many", "warn": "7"}, ""),
    ],
)
def test_what_is_refused_stays_in_its_field(
    ana: Phone, hall: str, page: str, to: str, fields: dict[str, str], why: str
) -> None:
    refused(ana, f"{hall}/{page}", f"{hall}/{to}", **fields)

    assert why in ana.text
    assert {name: ana.fields[name] for name in fields.keys() - {"table", "number"}}.items() <= fields.items()
    assert "8 players" in ana.read(f"{hall}/players")


def test_only_the_referee_finds_these_pages_and_does_these_things(
    app: Flask, ana: Phone, ben: Phone, cai: Phone, zoe: Phone, hall: str
) -> None:
    looker = Phone(app)
    looker.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/keys").text))
    assert looker.path == hall
    log = ana.read(f"{hall}/log")

    for phone in (looker, ben, cai, zoe):
        assert [page for page in PAGES if phone.open(f"{hall}/{page}").status_code != 404] == []
        phone.open("/start")
        assert [deed for deed in DEEDS if phone.send(f"{hall}/{deed}", **WHAT).status_code != 404] == []

    assert ana.read(f"{hall}/log") == log
