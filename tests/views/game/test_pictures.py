"""A game in pictures, with tables of the same numbers."""

import re

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import begin
from tests.views.game.conftest import enter


def test_a_game_has_its_pictures_with_the_same_numbers_as_a_table(ana: Phone, game: str) -> None:
    assert "No round is finished yet." in ana.open(f"{game}/pictures").text
    assert ana.open(f"{game}/pictures/totals.svg").status_code == 404
    enter(ana, game, 1, "out", "34", "30", "5")
    enter(ana, game, 2, "7", "out", "8", "50")

    page = ana.open(f"{game}/pictures").text

    numbers = " ".join(re.findall(r"<td>(\d+)</td>", page))
    assert numbers == "0 34 30 5 7 34 38 55 1 4 3 2 1 2 3 4"
    assert 'alt="9-9: 0, 8-8: 7"' in page
    for address in re.findall(r'src="([^"]+\.svg)"', page):
        picture = ana.client.get(address)
        assert picture.mimetype == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert "<script" not in picture.text
        assert "style-src 'unsafe-inline'" in picture.headers["Content-Security-Policy"]
        assert ana.client.get(address, headers={"If-None-Match": picture.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize(("name", "upper", "lower"), [("places", "1", "4"), ("totals", "30", "0")])
def test_first_place_and_highest_total_are_on_top(played: Phone, game: str, name: str, upper: str, lower: str) -> None:
    picture = played.client.get(f"{game}/pictures/{name}.svg").text
    heights = {text: float(y) for y, text in re.findall(r'<text[^>]* y="([0-9.]+)"[^>]*>(\d+)</text>', picture)}

    assert heights[upper] < heights[lower]


def test_a_picture_that_has_changed_is_sent_again(played: Phone, game: str) -> None:
    address = f"{game}/pictures/totals.svg"
    picture = played.client.get(address)
    enter(played, game, 1, "", "43")

    answer = played.client.get(address, headers={"If-None-Match": picture.headers["ETag"]})

    assert answer.status_code == 200
    assert answer.text != picture.text


def test_a_name_in_a_picture_is_no_markup(app: Flask) -> None:
    phone = begin(app, names=("<b>&\"'", "]]><script>"))
    game = phone.path
    enter(phone, game, 1, "out", "34")

    picture = phone.client.get(f"{game}/pictures/totals.svg").text

    assert "<b>" not in picture
    assert "<script" not in picture
    assert "&lt;script&gt;" in picture


def test_only_a_key_opens_pictures(played: Phone, cai: Phone, zoe: Phone, game: str, seats: list[str]) -> None:
    for page in ("", "/totals.svg", "/places.svg", f"/rounds-{seats[0]}.svg"):
        assert cai.open(f"{game}/pictures{page}").status_code == 200
        assert zoe.open(f"{game}/pictures{page}").status_code == 404


@pytest.mark.parametrize("file", ["rounds-0.svg", "rounds-x.svg", "rounds-999.svg", "wins.svg"])
def test_a_picture_of_nothing_is_not_found(played: Phone, game: str, file: str) -> None:
    assert played.open(f"{game}/pictures/{file}").status_code == 404
