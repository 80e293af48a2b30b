"""The end of a tournament: the champion and three places, on the page, on the TV, and as a picture to send."""

import re

import pytest

from tests.conftest import pick
from tests.phone import Phone
from tests.views.game.conftest import enter, fill
from tests.views.tournament.conftest import begin_hall


def play_out(phone: Phone, hall: str) -> None:
    """Seat the only table, play its only round, and confirm it."""
    fill(phone, f"{hall}/seating", f"{hall}/seating/lot")
    game = pick(r"/games/\w+", phone.page.text)
    left = {"Ana": "9", "Ben": "out", "Cai": "7", "Dee": "30"}
    names = re.findall(r'role="group" aria-label="(\w+)"', phone.open(f"{game}/rounds/1").text)
    enter(phone, game, 1, *(left[name] for name in names if name in left))
    fill(phone, f"{game}/confirm", seat="referee", round=["1"])


@pytest.fixture
def cup(ana: Phone, club: str) -> str:
    """The address of an unfinished tournament of four at one table."""
    return begin_hall(ana, club, name="Kitchen cup", players="Ana, Ben, Cai, Dee", engines="0")


def test_the_champion_and_three_places_head_the_page_once_they_are_final(ana: Phone, cup: str) -> None:
    assert "champion" not in ana.read(cup).lower()

    play_out(ana, cup)

    for page in (cup, f"{cup}/live", f"{cup}/tv"):
        assert "The champion Ben 1 Ben 0 pips 2 Cai 7 pips 3 Ana 9 pips" in ana.read(page), page
    assert "Share the result" in ana.read(cup)


def test_the_result_is_sent_as_a_picture_or_as_text_and_links_nowhere(ana: Phone, cup: str) -> None:
    play_out(ana, cup)

    text = ana.read(f"{cup}/result")
    assert "Ben wins Kitchen cup, ahead of Cai and Ana." in text
    assert "data-share" not in ana.page.text
    picture = ana.open(pick(rf"{cup}/result/\w+\.png", ana.page.text))
    assert (picture.status_code, picture.mimetype) == (200, "image/png")
    assert picture.data.startswith(b"\x89PNG")


def test_until_the_places_are_final_there_is_no_result(ana: Phone, zoe: Phone, cup: str) -> None:
    ana.open(f"{cup}/result")
    assert ana.path == cup
    assert ana.open(f"{cup}/result/x.png").status_code == 404
    for page in ("/result", "/result/x.png"):
        assert zoe.open(f"{cup}{page}").status_code == 404
