"""Two scores that were mixed up are swapped in one step."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper, keep, move, whole_round
from tests.views.game.conftest import enter, fill, refused


def score_of(phone: Phone, name: str) -> str:
    """The value for a player in the form for swapping scores: the seat, and the line with the score."""
    return pick(rf'value="(\d+-\d+)">{name}:', phone.page.text)


def test_two_scores_at_the_wrong_player_are_swapped_and_undone_together(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "12+11", "3", "4")
    ana.open(f"{game}/rounds/1")
    ana.send_on(f"{game}/rounds/1/swap", one=score_of(ana, "Ana"), other=score_of(ana, "Ben"))
    assert ana.path == game
    assert "Total 23 0 3 4" in ana.text

    ana.send_on(f"{game}/undo")

    assert "Total 0 23 3 4" in ana.text


def test_a_swap_is_asked_about_if_somebody_changed_the_scores(ana: Phone, ben: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "34", "3", "4")
    ana.open(f"{game}/rounds/1")
    enter(ben, game, 1, "", "43")

    ana.page = ana.send(f"{game}/rounds/1/swap", one=score_of(ana, "Ben"), other=score_of(ana, "Cai"))
    assert ana.page.status_code == 409
    assert "Ben has 43 now, entered by Ben" in ana.text

    choice = pick(r'value="(\d+-\d+)" selected>Ben: 43', ana.page.text)
    ana.send_on(f"{game}/rounds/1/swap", one=choice, other=score_of(ana, "Cai"))
    assert "Total 0 3 43 4" in ana.text


@pytest.mark.parametrize(("one", "other"), [("", ""), ("1-1", "1-1"), ("x", "1-2"), ("1-1", "999-1")])
def test_a_swap_of_nothing_is_refused(ana: Phone, game: str, one: str, other: str) -> None:
    enter(ana, game, 1, "out", "34", "3", "4")
    assert "Choose two players" in refused(ana, f"{game}/rounds/1", f"{game}/rounds/1/swap", one=one, other=other).text


def test_a_round_without_two_scores_has_nothing_to_swap(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "5")

    assert "Swap them" not in ana.read(f"{game}/rounds/1")


def test_whoever_looks_on_swaps_nothing(ana: Phone, cai: Phone, game: str) -> None:
    cai.open("/start")

    assert cai.send(f"{game}/rounds/1/swap", one="1-1", other="2-2").status_code == 404


def test_a_confirmed_round_is_swapped_by_the_referee_alone(ana: Phone, hall: str, keeper: Keeper) -> None:
    game = keeper.game
    keeper.open(f"{game}/rounds/1")
    seats = re.findall(r'name="hand_(\d+)-left"', keeper.page.text)
    keeper.send_on(**whole_round(seats, "out", "9", "8", "7"))
    keeper.open(f"{game}/rounds/1")
    choices = dict(zip(("one", "other"), re.findall(r'value="(\d+-\d+)"', keeper.page.text), strict=False))
    fields = keeper.fields
    fill(keeper, f"{game}/confirm", round="1", seat=seats[1])

    answer = keeper.client.post(f"{game}/rounds/1/swap", data=fields | choices)
    fill(ana, f"{game}/rounds/1", f"{game}/rounds/1/swap", **choices)

    assert answer.status_code == 422
    assert "Only the referee can correct it now." in answer.text
    assert "Total 9 0 8 7" in ana.text


def test_a_nameless_phone_at_a_tournament_is_named_in_the_swap(
    app: Flask, ana: Phone, hall: str, keeper: Keeper
) -> None:
    game = keeper.game
    keeper.open(f"{game}/rounds/1")
    seats = re.findall(r'name="hand_(\d+)-left"', keeper.page.text)
    keeper.send_on(**whole_round(seats, "out", "9", "8", "7"))
    phone = Phone(app)
    phone.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/cards").text))
    phone.open(f"{game}/rounds/1")
    form = pick(r'(?s)<form[^>]*/swap".*?</form>', phone.page.text)
    holder = pick(r"<option>([^<]+)", form)

    choices = dict(zip(("one", "other"), re.findall(r'value="(\d+-\d+)"', form), strict=False))
    phone.send_on(f"{game}/rounds/1/swap", me=holder, **choices)

    assert "Total 9 0 8 7" in phone.text


def test_a_swap_that_the_kept_table_speaks_against_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    table = keep(ana, game, dealt="2")
    move(ana, table, "A 9-7@A")
    ana.open(f"{game}/rounds/1")
    ana.page = ana.send(**whole_round(seats, "9", "out", "8", "7"))
    ana.send_on(agreed=pick(r'name="agreed" value="([^"]+)"', ana.page.text))
    ana.open(f"{game}/rounds/1")

    choices = {"one": score_of(ana, "Ana"), "other": score_of(ana, "Ben")}
    refused(ana, "", f"{game}/rounds/1/swap", **choices)
    assert "According to the table, Ana still has 1 tile left." in ana.text
    agreed = pick(r'name="agreed" value="([^"]+)">Yes, swap them', ana.page.text)
    ana.send_on(f"{game}/rounds/1/swap", agreed=agreed, **choices)

    assert "Total 0 9 8 7" in ana.text
