"""Downloads: a club or a night as a file, and a sheet as a table."""

import json
import re

from flask import Flask

from tests.phone import Phone
from tests.views.club.conftest import night_key
from tests.views.conftest import club_of


def test_everybody_with_a_key_takes_the_club_along(cai: Phone, club: str) -> None:
    answer = cai.client.get(f"{club}/club.json")

    assert json.loads(answer.text)["club"]["name"] == "Ana’s table"
    assert "attachment" in answer.headers["Content-Disposition"]


def test_no_secret_is_in_the_file(ana: Phone, club: str) -> None:
    keys = re.findall(r"/keys/(\w+)", ana.open(f"{club}/keys").text)

    text = ana.client.get(f"{club}/club.json").text

    assert keys
    assert [key for key in keys if key in text] == []


def test_a_key_to_one_night_takes_that_night_along(app: Flask, ana: Phone, club: str, night: str) -> None:
    guest = Phone(app)
    guest.open(night_key(ana, club, "view"))

    assert json.loads(guest.client.get(f"{night}/night.json").text)["nights"][0]["games"]
    assert guest.client.get(f"{club}/club.json").status_code == 404


def test_a_sheet_is_taken_to_a_spreadsheet_named_after_its_night(played: Phone, cai: Phone, game: str) -> None:
    answer = cai.client.get(f"{game}/sheet.csv")

    assert answer.mimetype == "text/csv"
    assert answer.text.splitlines()[1] == "[9-9],out,34,30,5"
    assert re.search(r'attachment; filename="sheet-\d{4}-\d\d-\d\d.csv"', answer.headers["Content-Disposition"])


def test_a_night_is_a_file_without_the_other_nights(demo: Phone) -> None:
    nights = re.findall(r'href="(/nights/\w+)"', demo.open(f"{club_of(demo)}/nights").text)

    answer = demo.client.get(f"{nights[3]}/night.json")

    (night,) = json.loads(answer.text)["nights"]
    assert f"night-{night['date']}.json" in answer.headers["Content-Disposition"]
    assert night["games"]


def test_what_is_not_there_is_not_taken_along(ana: Phone) -> None:
    for file in ("/clubs/nothing/club.json", "/nights/nothing/night.json", "/games/nothing/sheet.csv"):
        assert ana.client.get(file).status_code == 404, file
