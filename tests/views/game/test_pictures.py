"""A game in pictures, with tables of the same numbers."""

import re

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import begin, whole_round
from tests.views.game.conftest import enter


def test_a_game_has_its_pictures_with_the_same_numbers_as_a_table(ana: Phone, game: str) -> None:
    assert "No round is finished yet." in ana.open(f"{game}/pictures").text
    assert ana.open(f"{game}/pictures/totals.svg").status_code == 404
    enter(ana, game, 1, "out", "34", "30", "5")
    enter(ana, game, 2, "7", "out", "8", "50")

    page = ana.open(f"{game}/pictures").text

    assert re.findall(r"<td>(\d+)</td>", page) == [
        "0",
        "34",
        "30",
        "5",
        "7",
        "34",
        "38",
        "55",
        "1",
        "4",
        "3",
        "2",
        "1",
        "2",
        "3",
        "4",
    ]
    assert 'alt="9-9: 0, 8-8: 7"' in page
    for address in re.findall(r'src="([^"]+\.svg)"', page):
        picture = ana.client.get(address)
        assert picture.mimetype == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert "<script" not in picture.text
        assert "style-src 'unsafe-inline'" in picture.headers["Content-Security-Policy"]
        assert ana.client.get(address, headers={"If-None-Match": picture.headers["ETag"]}).status_code == 304
    assert ana.open(f"{game}/pictures/rounds-999.svg").status_code == 404


def test_the_first_place_is_at_the_top_and_the_lowest_total_at_the_bottom(played: Phone, game: str) -> None:
    places, totals = (played.client.get(f"{game}/pictures/{name}.svg").text for name in ("places", "totals"))

    assert is_above(places, "1", "4")
    assert is_above(totals, "30", "0")


def is_above(picture: str, label: str, other: str) -> bool:
    """True if one label on the vertical axis of a picture is above another."""
    labels = {text: float(y) for y, text in re.findall(r'<text[^>]* y="([0-9.]+)"[^>]*>(\d+)</text>', picture)}
    return labels[label] < labels[other]


def test_a_picture_that_has_changed_is_sent_again(played: Phone, game: str) -> None:
    picture = played.client.get(f"{game}/pictures/totals.svg")
    enter(played, game, 1, "", "43")

    answer = played.client.get(f"{game}/pictures/totals.svg", headers={"If-None-Match": picture.headers["ETag"]})

    assert answer.status_code == 200
    assert answer.text != picture.text


def test_a_name_in_a_picture_is_no_markup(app: Flask) -> None:
    phone = begin(app, names=("<b>&\"'", "]]><script>"))
    game = phone.path
    seats = re.findall(r'id="seat-(\d+)"', phone.open(f"{game}/rounds/1").text)
    phone.send_on(**whole_round(seats, "out", "34"))

    picture = phone.client.get(f"{game}/pictures/totals.svg").text

    assert "<b>" not in picture
    assert "<script" not in picture
    assert "&lt;script&gt;" in picture


@pytest.mark.parametrize("file", ["rounds-0.svg", "rounds-x.svg", "wins.svg"])
def test_a_picture_of_nothing_is_not_found(played: Phone, game: str, file: str) -> None:
    assert played.open(f"{game}/pictures/{file}").status_code == 404


def test_only_a_phone_with_a_key_sees_pictures(
    played: Phone, cai: Phone, zoe: Phone, game: str, seats: list[str]
) -> None:
    for page in ("", "/totals.svg", "/places.svg", f"/rounds-{seats[0]}.svg"):
        assert cai.open(f"{game}/pictures{page}").status_code == 200
        assert zoe.open(f"{game}/pictures{page}").status_code == 404
