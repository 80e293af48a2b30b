"""Downloads: a club or a night as a file, and a sheet as a table."""

import json
import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import club_of


def test_everybody_with_a_key_takes_the_club_along(played: Phone, cai: Phone, club: str, zoe: Phone) -> None:
    for phone in (played, cai):
        answer = phone.client.get(f"{club}/club.json")
        assert json.loads(answer.text)["club"]["name"] == "Ana’s table"
        assert "attachment" in answer.headers["Content-Disposition"]
    assert zoe.client.get(f"{club}/club.json").status_code == 404


def test_no_secret_is_in_the_file(played: Phone, club: str, ana: Phone) -> None:
    keys = re.findall(r"/keys/(\w+)", ana.open(f"{club}/keys").text)

    text = played.client.get(f"{club}/club.json").text

    assert keys
    assert [key for key in keys if key in text] == []


def test_a_key_to_one_night_takes_that_night_along(app: Flask, ana: Phone, club: str, night: str) -> None:
    ana.open(f"{club}/keys")
    ana.send_on(access="view", night=night.rpartition("/")[2], label="tonight")
    address = pick(r'href="http://[^/]+(/k/[^"]+)"', ana.page.text)
    guest = Phone(app)
    guest.open(address)

    assert json.loads(guest.client.get(f"{night}/night.json").text)["nights"][0]["games"]
    assert guest.client.get(f"{club}/club.json").status_code == 404


def test_a_sheet_is_taken_to_a_spreadsheet(played: Phone, cai: Phone, game: str) -> None:
    answer = cai.client.get(f"{game}/sheet.csv")

    assert answer.mimetype == "text/csv"
    assert answer.text.splitlines()[1] == "[9-9],out,34,30,5"


def test_a_night_is_a_file_without_the_other_nights(demo: Phone) -> None:
    nights = re.findall(r'href="(/nights/\w+)"', demo.open(f"{club_of(demo)}/nights").text)

    answer = demo.client.get(f"{nights[3]}/night.json")

    (night,) = json.loads(answer.text)["nights"]
    assert f"night-{night['date']}.json" in answer.headers["Content-Disposition"]
    assert night["games"]


def test_a_sheet_is_named_after_its_night(played: Phone, game: str) -> None:
    answer = played.client.get(f"{game}/sheet.csv")

    assert re.search(r'attachment; filename="sheet-\d{4}-\d\d-\d\d.csv"', answer.headers["Content-Disposition"])


def test_a_stranger_takes_nothing_along(zoe: Phone, club: str, game: str, night: str) -> None:
    for file in (f"{club}/club.json", f"{night}/night.json", f"{game}/sheet.csv"):
        assert zoe.client.get(file).status_code == 404


@pytest.mark.parametrize("file", ["/clubs/nothing/club.json", "/nights/nothing/night.json", "/games/nothing/sheet.csv"])
def test_what_is_not_there_is_not_taken_along(ana: Phone, file: str) -> None:
    assert ana.client.get(file).status_code == 404
