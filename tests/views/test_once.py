"""A form sent twice is entered once. If it comes again with different fields, the app asks."""

import time

import pytest
from flask import Flask

from tests.phone import Phone
from tests.photos import KIND, form_of
from tests.views.conftest import cookie_of, hand, link, whole_round


def test_a_double_tap_enters_once(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    fields = ana.fields | whole_round(seats, "out", "34", "3", "4")

    first, second = (ana.client.post(f"{game}/rounds/1", data=fields) for _ in range(2))

    assert (first.status_code, first.location) == (second.status_code, second.location) == (303, game)
    assert "2 Round 1, Ben: 34" in ana.read(f"{game}/log")
    assert "5 Round 1" not in ana.text


def test_the_back_button_with_other_content_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    fields = ana.fields
    ana.client.post(f"{game}/rounds/1", data=fields | hand(seats[1], "34"))

    ana.page = ana.client.post(f"{game}/rounds/1", data=fields | hand(seats[2], "5"))
    assert ana.page.status_code == 409
    assert "You already sent this page once, with something different on it" in ana.text

    ana.send_on()
    assert "so far 34 5 " in ana.read(game)


def test_a_form_that_was_refused_can_be_sent_again(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")

    assert [ana.send(**hand(seats[1], left)).status_code for left in ("x", "4")] == [422, 303]


def test_a_form_without_its_key_is_refused(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")

    assert ana.send("", ("once",), **hand(seats[1], "4")).status_code == 422
    assert ana.send(once="short", **hand(seats[1], "4")).status_code == 422


def test_a_field_without_a_name_is_refused(ana: Phone, game: str) -> None:
    ana.open(f"{game}/rounds/1")
    body = form_of(ana.fields, b"").replace(
        b"--line--", b"--line\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--line--"
    )

    assert ana.client.post(f"{game}/rounds/1", data=body, content_type=KIND).status_code == 400


def test_an_old_form_still_works(ana: Phone, game: str, seats: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ana.open(f"{game}/rounds/1")
    moment = time.time() + 86400 * 30
    monkeypatch.setattr(time, "time", lambda: moment)

    assert ana.send(**hand(seats[1], "4")).status_code == 303


@pytest.mark.parametrize("is_lost", [False, True], ids=["a double tap", "the answer was lost with its cookie"])
def test_a_game_started_twice_by_bad_wi_fi_is_one_game(zoe: Phone, is_lost: bool) -> None:
    zoe.open("/start")
    fields = zoe.fields | {"players-0": "Zoe", "players-1": "Ben"}
    cookie = cookie_of(zoe)
    first = zoe.client.post("/start", data=fields)
    if is_lost:
        zoe.client.set_cookie("roundhouse", cookie)

    second = zoe.client.post("/start", data=fields)

    assert second.location == first.location
    assert zoe.open(second.location).status_code == 200


def test_something_sent_before_the_name_was_said_is_entered_by_this_phone(
    app: Flask, ana: Phone, club: str, game: str, seats: list[str]
) -> None:
    phone = Phone(app)
    phone.open(link(ana, club, 1))
    phone.open("/start")

    answer = phone.client.post(f"{game}/rounds/1", data=phone.fields | hand(seats[1], "34"))

    assert answer.status_code == 303
    assert "so far 34 " in phone.read(game)
    assert "the scorekeeper" in phone.read(f"{game}/log")
