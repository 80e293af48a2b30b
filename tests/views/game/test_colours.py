"""The page on which players choose the colors of their markers."""

import re

import pytest

from tests.phone import Phone
from tests.views.game.conftest import refused


@pytest.fixture
def page(ana: Phone, game: str) -> str:
    """The address of the page, which Ana has open."""
    ana.open(f"{game}/colours")
    return f"{game}/colours"


def chosen(phone: Phone, seats: list[str]) -> list[str]:
    """The color chosen for each seat on the page."""
    matches = [re.search(rf'name="seat_{seat}-colour" value="(\w*)" checked', phone.page.text) for seat in seats]
    return [match[1] if match else "?" for match in matches]


def test_every_player_has_a_colour_and_may_take_another_of_eight(ana: Phone, page: str, seats: list[str]) -> None:
    ana.open(page)
    assert ana.page.text.count('type="radio"') == 4 * 8
    assert chosen(ana, seats) == ["blue", "red", "green", "pink"]

    assert ana.send(**{f"seat_{seats[1]}-colour": "sky"}).status_code == 303
    ana.open(page)

    assert chosen(ana, seats) == ["blue", "sky", "red", "green"]


def test_the_sheet_has_the_markers_with_colours_in_words(ana: Phone, page: str, game: str, seats: list[str]) -> None:
    ana.open(page)
    ana.send(**{f"seat_{seats[0]}-colour": "red"})

    assert re.search(
        r'aria-label="red"><path fill-rule="evenodd" d="[^"]+"/></svg>\s*<span class="name"[^>]*>Ana',
        ana.open(game).text,
    )


def test_the_second_of_two_is_told_and_nothing_is_lost(ana: Phone, ben: Phone, page: str, seats: list[str]) -> None:
    ben.open(page)
    ana.open(page)
    ana.send(**{f"seat_{seats[0]}-colour": "sky"})

    answer = refused(ben, **{f"seat_{seats[1]}-colour": "sky", f"seat_{seats[2]}-colour": "orange"})

    assert "Ana already has the sky blue marker." in answer.text
    assert re.search(rf'name="seat_{seats[2]}-colour" value="orange" checked', answer.text)
    ana.open(page)
    assert chosen(ana, seats) == ["sky", "blue", "red", "green"]


def test_a_page_open_for_long_takes_nobodys_colour_away(ana: Phone, ben: Phone, page: str, seats: list[str]) -> None:
    ben.open(page)
    ana.open(page)
    ana.send(**{f"seat_{seats[0]}-colour": "sky"})

    assert ben.send(**{f"seat_{seats[1]}-colour": "yellow"}).status_code == 303
    ana.open(page)

    assert chosen(ana, seats) == ["sky", "yellow", "blue", "red"]


def test_two_colours_are_swapped_in_one_form(ana: Phone, page: str, seats: list[str]) -> None:
    ana.open(page)
    ana.send(**{f"seat_{seats[0]}-colour": "sky", f"seat_{seats[1]}-colour": "yellow"})
    ana.open(page)
    ana.send(**{f"seat_{seats[0]}-colour": "yellow", f"seat_{seats[1]}-colour": "sky"})
    ana.open(page)

    assert chosen(ana, seats) == ["yellow", "sky", "blue", "red"]


def test_a_colour_that_does_not_exist_is_refused(ana: Phone, page: str, seats: list[str]) -> None:
    refused(ana, page, **{f"seat_{seats[0]}-colour": "beige"})


def test_whoever_looks_on_takes_no_colours_and_a_stranger_finds_nothing(cai: Phone, zoe: Phone, page: str) -> None:
    assert cai.open(page).status_code == 404
    assert zoe.open(page).status_code == 404
