"""The acts of a tournament's referee on the pages."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import whole_round
from tests.views.tournament.conftest import begin_hall

PAGES = ("players", "seating", "schedule", "clock", "ties", "cards", "keys")


@pytest.fixture
def tied(ana: Phone, club: str) -> str:
    """The address of a tournament in which Ana and Ben tie: each went out in one of two rounds."""
    hall = begin_hall(ana, club, players="Ana, Ben", engines="12 0")
    ana.open(f"{hall}/seating")
    ana.send_on(f"{hall}/seating/lot")
    game = pick(r"/games/\w+", ana.page.text)
    for number, left in (("1", ("out", "9")), ("2", ("9", "out"))):
        ana.open(f"{game}/rounds/{number}")
        ana.send_on(**whole_round(re.findall(r'name="hand_(\d+)-left"', ana.page.text), *left))
    ana.open(f"{game}/confirm")
    fields = ana.fields | {"seat": "referee", "round": ["1", "2"]}
    assert ana.client.post(f"{game}/confirm", data=fields).status_code == 303
    return hall


def test_the_referees_key_does_everything_here_and_nothing_in_the_club(
    app: Flask, ana: Phone, club: str, hall: str
) -> None:
    links = re.findall(r"/k/[\w-]+", ana.open(f"{hall}/keys").text)
    phone = Phone(app)
    phone.open(links[2])

    assert phone.path == hall
    assert "For the referee" in phone.text
    assert phone.open(club).status_code == 404
    phone.open(f"{hall}/clock")
    assert phone.send(f"{hall}/throw").status_code == 404


def test_other_rounds_need_doubles_of_the_set(ana: Phone, hall: str) -> None:
    ana.open(f"{hall}/schedule")
    for fields, why in (
        ({"engines": "12 12", "reason": "late"}, "cannot start two rounds"),
        ({"engines": "", "reason": "late"}, "Type something here."),
        ({"engines": "13", "reason": "late"}, "There is no 13-13 in this set."),
    ):
        answer = ana.send(f"{hall}/schedule", **fields)
        assert answer.status_code == 422
        assert why in answer.text

    ana.open(f"{hall}/schedule")
    ana.send_on(f"{hall}/schedule", engines="12 0", reason="late")

    assert "round 1 of 2" in ana.text
    ana.open(f"{hall}/schedule")
    ana.send_on(f"{hall}/schedule", engines="12", reason="")
    assert "round 1 of 1" in ana.text


def test_the_clock_is_on_the_tv_until_it_is_taken_away(ana: Phone, hall: str) -> None:
    ana.open(f"{hall}/clock")
    assert ana.send(f"{hall}/clock", minutes="0", warn="5").status_code == 422
    ana.open(f"{hall}/clock")
    ana.send_on(f"{hall}/clock", minutes="20", warn="5")
    assert re.search(r"(20:00|19:59)", ana.open(f"{hall}/tv").text)

    ana.open(f"{hall}/clock")
    ana.send_on(f"{hall}/clock/off")

    assert "data-ends" not in ana.open(f"{hall}/tv").text


def test_somebody_comes_late_and_somebody_goes_home(ana: Phone, hall: str) -> None:
    ana.open(f"{hall}/players")
    assert ana.send(f"{hall}/late", name="", table="1").status_code == 422
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/late", name="Zed", table="1")
    ana.open(f"{hall}/players")
    assert "9 players" in ana.text
    ana.send_on(f"{hall}/withdraw", number="1", reason="The bus")

    assert "A leaves the tournament. Reason: The bus" in re.sub(r"\s+", " ", ana.open(f"{hall}/log").text)


def test_somebody_sent_home_by_mistake_is_brought_back(ana: Phone, hall: str) -> None:
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/withdraw", number="1", reason="")
    ana.open(f"{hall}/players")
    assert "Went home" in ana.text

    ana.send_on(f"{hall}/bring-back", number="1")

    assert "8 players" in ana.text
    assert "Went home" not in ana.text
    ana.open(f"{hall}/players")
    assert ana.send(f"{hall}/bring-back", number="1").status_code == 422


def test_somebody_who_changes_tables_has_left_the_first_and_goes_to_the_second(ana: Phone, hall: str) -> None:
    """In the referee's words, the player goes home and comes late to the other table."""

    def tables() -> list[str]:
        ana.open(hall)
        return re.split(r"Table \d", ana.text)[1:3]

    name = pick(r"\b([A-H])\b", tables()[1])
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/withdraw", number=str(ord(name) - 64), reason="Moves on")
    ana.open(f"{hall}/players")
    ana.send_on(f"{hall}/late", name=name, table="1")

    first, second = tables()
    assert f"{name} (left early)" in second
    assert name in first and "(left early)" not in first
    ana.open(f"{hall}/players")
    assert re.search(rf"\b{name}\b.{{0,9}}table 1", ana.text)


def test_fewer_games_are_played_with_a_reason(ana: Phone, club: str) -> None:
    hall = begin_hall(ana, club, players="Ana, Ben, Cai, Dee, Eli, Fay", format="total", games="3")
    ana.open(f"{hall}/schedule")
    assert ana.send(f"{hall}/games", games="0", reason="late", me="Ana").status_code == 422
    ana.open(f"{hall}/schedule")
    ana.send_on(f"{hall}/games", games="2", reason="The hall closes", me="Ana")

    assert "The number of games is now 2. Reason: The hall closes" in re.sub(r"\s+", " ", ana.open(f"{hall}/log").text)


def test_a_name_with_a_comma_and_a_warning_that_never_comes_are_refused(ana: Phone, hall: str) -> None:
    ana.open(f"{hall}/players")
    late_answer = ana.send(f"{hall}/late", name="Zed, Yan", table="1")
    ana.open(f"{hall}/clock")
    clock_answer = ana.send(f"{hall}/clock", minutes="5", warn="9")

    assert (late_answer.status_code, clock_answer.status_code) == (422, 422)
    assert "Type one name, without a comma." in late_answer.text
    assert "Type a time shorter than the round." in clock_answer.text


def test_a_tie_is_decided_with_a_reason(ana: Phone, tied: str) -> None:
    ana.open(f"{tied}/ties")
    assert "are tied" in ana.text

    ana.send_on(f"{tied}/ties", how="lot", reason="No time for more")

    assert "No time for more" in ana.open(f"{tied}/log").text
    assert "tie broken" in ana.open(tied).text
    assert "There are no ties to break" in ana.open(f"{tied}/ties").text


@pytest.mark.parametrize(("how", "why"), [("", "Choose one"), ("fight", "Not a valid"), ("rounds", "by a random draw")])
def test_a_tie_that_stays_open_keeps_the_reason_in_its_field(ana: Phone, tied: str, how: str, why: str) -> None:
    ana.open(f"{tied}/ties")

    ana.page = ana.send(f"{tied}/ties", how=how, reason="As announced")

    assert ana.page.status_code == 422
    assert why in ana.text
    assert ana.fields["reason"] == "As announced"
    assert "As announced" not in ana.open(f"{tied}/log").text


@pytest.mark.parametrize("fields", [{"stage": "2"}, {"players": "1 3"}, {"players": "1 1 1 1"}])
def test_a_tie_that_is_none_is_not_decided(ana: Phone, tied: str, fields: dict[str, str]) -> None:
    ana.open(f"{tied}/ties")

    ana.page = ana.send(f"{tied}/ties", **({"how": "lot", "reason": ""} | fields))

    assert ana.page.status_code == 422
    assert "Open it again" in ana.text
    assert "are tied" in ana.open(f"{tied}/ties").text


@pytest.mark.parametrize("number", ["9", "0", "x"])
def test_only_somebody_who_plays_goes_home(ana: Phone, hall: str, number: str) -> None:
    ana.open(f"{hall}/players")

    ana.page = ana.send(f"{hall}/withdraw", number=number, reason="The bus")

    assert ana.page.status_code == 422
    assert "choice" in ana.text.lower()
    assert ana.fields["reason"] == "The bus"
    assert "8 players" in ana.text


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("late", {"name": "Zed", "table": ""}),
        ("late", {"name": "Zed", "table": "3"}),
        ("late", {"name": "a", "table": "1"}),
        ("schedule", {"engines": "12 12", "reason": "The hall closes"}),
        ("clock", {"minutes": "181", "warn": "7"}),
        ("clock", {"minutes": "many", "warn": "7"}),
    ],
)
def test_what_is_refused_stays_in_its_field(ana: Phone, hall: str, page: str, fields: dict[str, str]) -> None:
    ana.open(f"{hall}/{'players' if page == 'late' else page}")

    ana.page = ana.send(f"{hall}/{page}", **fields)

    assert ana.page.status_code == 422
    typed_fields = {name: text for name, text in fields.items() if name != "table"}
    assert {name: ana.fields[name] for name in typed_fields} == typed_fields


def test_only_the_referee_finds_these_pages(
    app: Flask, ana: Phone, ben: Phone, cai: Phone, zoe: Phone, hall: str
) -> None:
    looker = Phone(app)
    looker.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/keys").text))
    assert looker.path == hall

    for phone in (looker, ben, cai, zoe):
        for page in PAGES:
            assert phone.open(f"{hall}/{page}").status_code == 404, page


def test_only_the_referee_does_these_things(
    app: Flask, ana: Phone, ben: Phone, cai: Phone, zoe: Phone, hall: str
) -> None:
    looker = Phone(app)
    looker.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/keys").text))
    log, fields = (
        ana.open(f"{hall}/log").text,
        {"name": "Zed", "table": "1", "number": "1", "reason": "x", "minutes": "9"},
    )
    deeds = ("late", "withdraw", "schedule", "clock", "clock/off", "keys/manage", "tables/1/key", "throw")

    for phone in (looker, ben, cai, zoe):
        for deed in deeds:
            phone.open("/start")
            answer = phone.send(f"{hall}/{deed}", warn="1", engines="12 0", **fields)
            assert answer.status_code == 404, deed

    assert ana.open(f"{hall}/log").text == log
