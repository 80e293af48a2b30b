"""A name written from right to left does not reverse the sentence around it."""

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import begin
from tests.views.game.conftest import enter

SARA = "שרה2"
ISOLATED = f"\u2068{SARA}\u2069"


@pytest.fixture
def sara(app: Flask) -> Phone:
    """The phone of a game between Ben and Sara, whose name is in Hebrew letters."""
    return begin(app, names=(SARA, "Ben"))


@pytest.mark.parametrize("place", ["", "/rounds/1", "/log", "/start", "/tv", "/follow", "/print"])
def test_every_page_of_a_game_keeps_the_name_to_itself(sara: Phone, place: str) -> None:
    game = sara.path
    enter(sara, game, 1, "out", "5")

    text = sara.open(f"{game}{place}").text.split("<main")[-1]

    assert ISOLATED in text
    # The club is called after her.
    assert SARA not in text.replace(ISOLATED, "").replace(f"{SARA}’s table", "")


def test_the_marks_are_no_part_of_the_name(app: Flask, sara: Phone) -> None:
    sheet = f"{sara.path}/sheet.csv"
    sara.open("/start")
    assert sara.fields["players-0"] in (SARA, ISOLATED)
    sara.send_on(**sara.fields, asked="1")

    file = sara.client.get(sheet).text
    assert SARA in file and ISOLATED not in file
