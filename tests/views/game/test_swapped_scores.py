"""Two scores that were mixed up are swapped in one step."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper, keep, move, whole_round
from tests.views.game.conftest import enter, fill, refused


@pytest.fixture
def page(played: Phone, game: str) -> str:
    """The address of the first round, which is entered."""
    return f"{game}/rounds/1"


def choices(phone: Phone, page: str, one: str = "Ana", other: str = "Ben") -> dict[str, str]:
    """The fields for swapping two players' scores: the seat, and the line with the score."""
    text = phone.open(page).text
    return {field: pick(rf'value="(\d+-\d+)"[^>]*>{name}:', text) for field, name in (("one", one), ("other", other))}


def test_two_scores_at_the_wrong_player_are_swapped_and_undone_together(ana: Phone, game: str, page: str) -> None:
    ana.send_on(f"{page}/swap", **choices(ana, page))
    assert ana.path == game
    assert "Total 34 0 30 5" in ana.text

    ana.send_on(f"{game}/undo")

    assert "Total 0 34 30 5" in ana.text


def test_a_swap_is_asked_about_if_somebody_changed_the_scores(ana: Phone, ben: Phone, game: str, page: str) -> None:
    swap = choices(ana, page, "Ben", "Cai")
    enter(ben, game, 1, "", "43")

    ana.page = ana.send(f"{page}/swap", **swap)
    assert ana.page.status_code == 409
    assert "Ben has 43 now, entered by Ben" in ana.text

    ana.send_on(f"{page}/swap", **swap | {"one": pick(r'value="(\d+-\d+)" selected>Ben: 43', ana.page.text)})
    assert "Total 0 30 43 5" in ana.text


@pytest.mark.parametrize(("one", "other"), [("", ""), ("1-1", "1-1"), ("x", "1-2"), ("1-1", "999-1")])
def test_a_swap_of_nothing_is_refused(ana: Phone, page: str, one: str, other: str) -> None:
    assert "Choose two players" in refused(ana, page, f"{page}/swap", one=one, other=other).text


def test_a_round_without_two_scores_has_nothing_to_swap(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "5")

    assert "Swap them" not in ana.read(f"{game}/rounds/1")


def test_whoever_looks_on_swaps_nothing(cai: Phone, game: str) -> None:
    cai.open("/start")

    assert cai.send(f"{game}/rounds/1/swap", one="1-1", other="2-2").status_code == 404


def test_a_confirmed_round_is_swapped_by_the_referee_alone(ana: Phone, keeper: Keeper) -> None:
    page = f"{keeper.game}/rounds/1"
    seats = enter(keeper, keeper.game, 1, "out", "9", "8", "7")
    form = keeper.open(page)
    one, other = re.findall(r'value="(\d+-\d+)"', form.text)[:2]
    fill(keeper, f"{keeper.game}/confirm", round="1", seat=seats[1])

    keeper.page = form
    assert "Only the referee can correct it now." in refused(keeper, "", f"{page}/swap", one=one, other=other).text
    fill(ana, page, f"{page}/swap", one=one, other=other)
    assert "Total 9 0 8 7" in ana.text


def test_a_nameless_phone_of_a_hall_is_named_in_the_swap(app: Flask, ana: Phone, hall: str, keeper: Keeper) -> None:
    page, phone = f"{keeper.game}/rounds/1", Phone(app)
    enter(keeper, keeper.game, 1, "out", "9", "8", "7")
    phone.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/cards").text))
    form = pick(r'(?s)<form[^>]*/swap".*?</form>', phone.open(page).text)
    one, other = re.findall(r'value="(\d+-\d+)"', form)[:2]

    phone.send_on(f"{page}/swap", me=pick(r"<option>([^<]+)", form), one=one, other=other)

    assert "Total 9 0 8 7" in phone.text


def test_a_swap_that_the_kept_table_speaks_against_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    page = f"{game}/rounds/1"
    move(ana, keep(ana, game, dealt="2"), "A 9-7@A")
    refused(ana, page, **whole_round(seats, "9", "out", "8", "7"))
    ana.send_on(agreed=pick(r'name="agreed" value="([^"]+)"', ana.page.text))
    swap = choices(ana, page)

    refused(ana, "", f"{page}/swap", **swap)
    assert "According to the table, Ana still has 1 tile left." in ana.text
    ana.send_on(f"{page}/swap", **swap, agreed=pick(r'value="([^"]+)">Yes, swap them', ana.page.text))

    assert "Total 0 9 8 7" in ana.text
