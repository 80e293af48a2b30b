"""The page on which players choose the colors of their markers."""

import re

import pytest

from tests.phone import Phone
from tests.views.game.conftest import fill, refused


@pytest.fixture
def page(game: str) -> str:
    """The address of the page."""
    return f"{game}/colours"


def of(seats: list[str], *colours: str) -> dict[str, str]:
    """The fields with these colors, clockwise."""
    return {f"seat_{seat}-colour": colour for seat, colour in zip(seats, colours, strict=False)}


def chosen(phone: Phone, page: str) -> str:
    """The colors chosen on the page, clockwise."""
    return " ".join(re.findall(r'name="seat_\d+-colour" value="(\w*)" checked', phone.open(page).text))


def test_every_player_has_a_colour_and_may_take_another_of_eight(ana: Phone, page: str, seats: list[str]) -> None:
    assert chosen(ana, page) == "blue red green pink"
    assert ana.page.text.count('type="radio"') == 4 * 8

    ana.send_on(**of(seats[1:], "sky"))

    assert chosen(ana, page) == "blue sky red green"


def test_the_sheet_has_the_markers_with_colours_in_words(ana: Phone, page: str, game: str, seats: list[str]) -> None:
    fill(ana, page, **of(seats, "red"))

    marker = r'aria-label="red"><path fill-rule="evenodd" d="[^"]+"/></svg>\s*<span class="name"[^>]*>Ana'
    assert re.search(marker, ana.open(game).text)


def test_the_second_of_two_is_told_and_nothing_is_lost(ana: Phone, ben: Phone, page: str, seats: list[str]) -> None:
    ben.open(page)
    fill(ana, page, **of(seats, "sky"))

    refused(ben, **of(seats[1:], "sky", "orange"))

    assert "Ana already has the sky blue marker." in ben.text
    assert re.search(rf'name="seat_{seats[2]}-colour" value="orange" checked', ben.page.text)
    assert chosen(ana, page) == "sky blue red green"


def test_a_page_open_for_long_takes_nobodys_colour_away(ana: Phone, ben: Phone, page: str, seats: list[str]) -> None:
    ben.open(page)
    fill(ana, page, **of(seats, "sky"))

    ben.send_on(**of(seats[1:], "yellow"))

    assert chosen(ana, page) == "sky yellow blue red"


def test_two_colours_are_swapped_in_one_form(ana: Phone, page: str, seats: list[str]) -> None:
    fill(ana, page, **of(seats, "sky", "yellow"))

    fill(ana, page, **of(seats, "yellow", "sky"))

    assert chosen(ana, page) == "yellow sky blue red"


def test_a_colour_that_does_not_exist_is_refused(ana: Phone, page: str, seats: list[str]) -> None:
    refused(ana, page, **of(seats, "beige"))


def test_whoever_looks_on_takes_no_colours(cai: Phone, page: str) -> None:
    assert cai.open(page).status_code == 404
