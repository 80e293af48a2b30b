"""A second player at a tournament's table confirms scores."""

import re

import pytest
from flask import Flask

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper, whole_round
from tests.views.game.conftest import enter, fill, refused


@pytest.fixture
def page(keeper: Keeper) -> str:
    """The address of the page for confirming."""
    return f"{keeper.game}/confirm"


@pytest.fixture
def seats(keeper: Keeper) -> list[str]:
    """The seats of table 1, with the first round entered by its scorekeeper."""
    return enter(keeper, keeper.game, 1, "out", "9", "9", "9")


def names_on(phone: Phone, page: str) -> dict[str, str]:
    """The names that may confirm, by seat number."""
    return dict(re.findall(r'<option value="(\d+)">([^<]+)', phone.open(page).text))


def hold(phone: Keeper, name: str) -> None:
    """Say who is holding the phone."""
    fill(phone, f"{phone.game}/me", name=name)


def test_scores_are_marked_until_confirmed(ana: Phone, hall: str, keeper: Keeper, page: str, seats: list[str]) -> None:
    assert "not confirmed" in keeper.read(keeper.game)
    assert "not confirmed" in ana.read(hall)

    assert "Choose one." in refused(keeper, page, round="1", seat="").text
    assert "Check the box for each round" in refused(keeper, page, "", ("round",), seat=seats[1]).text
    fill(keeper, page, round="1", seat=seats[1])

    assert "not confirmed" not in keeper.text
    assert "not confirmed" not in ana.read(hall)


def test_what_is_to_be_confirmed_is_shown_with_its_scores(keeper: Keeper, page: str, seats: list[str]) -> None:
    first, *others = (names_on(keeper, page)[seat] for seat in seats)

    assert f"12-12 {first} 0 (out), " + ", ".join(f"{name} 9" for name in others) in keeper.text


def test_without_a_round_to_confirm_nobody_is_asked_to(keeper: Keeper, page: str) -> None:
    assert "No round has all its scores yet." in keeper.read(page)
    assert "has to confirm" not in keeper.text


def test_only_the_referee_confirms_as_referee(ana: Phone, keeper: Keeper, page: str, seats: list[str]) -> None:
    refused(keeper, page, round="1", seat="referee")

    fill(ana, page, round="1", seat="referee")

    assert "not confirmed" not in ana.text
    assert "are confirmed" in ana.read(page)


def test_whoever_entered_scores_does_not_confirm_them(keeper: Keeper, page: str, seats: list[str]) -> None:
    name = names_on(keeper, page)[seats[1]]
    hold(keeper, name)
    enter(keeper, keeper.game, 2, "5", "out", "7", "8")

    assert name not in names_on(keeper, page).values()
    refused(keeper, round="2", seat=seats[1])
    hold(keeper, "Zoe")
    refused(keeper, page, round="2", seat=seats[1])
    assert f"{name} entered" in keeper.text
    assert "not confirmed" in keeper.read(keeper.game)


def test_whoever_entered_nothing_confirms_on_their_own_phone(keeper: Keeper, page: str, seats: list[str]) -> None:
    enter(keeper, keeper.game, 2, "5", "out", "7", "8")
    hold(keeper, names_on(keeper, page)[seats[2]])
    assert next(iter(names_on(keeper, page))) == seats[2]

    keeper.send_on(round="2", seat=seats[2])

    assert "11-11" not in keeper.read(page)


def test_whoever_entered_every_score_to_confirm_is_not_offered_on_another_phone(keeper: Keeper, page: str) -> None:
    keeper.open(f"{keeper.game}/rounds/1")
    first, second = re.findall(r'name="hand_(\d+)-name" value="([^"]+)', keeper.page.text)[:2]
    for number, (_, name) in enumerate((first, second), 1):
        hold(keeper, name)
        enter(keeper, keeper.game, number, "5", "out", "7", "8")
    hold(keeper, "Zoe")
    assert {first, second} <= names_on(keeper, page).items()

    keeper.send_on(round="1", seat=second[0])

    assert first in names_on(keeper, page).items()
    assert second not in names_on(keeper, page).items()


def test_scores_entered_meanwhile_are_read_first(ana: Phone, keeper: Keeper, page: str, seats: list[str]) -> None:
    keeper.open(page)
    enter(ana, keeper.game, 1, "", "19")

    refused(keeper, round="1", seat=seats[2])

    assert "Check all the scores again" in keeper.text
    assert " 19" in keeper.text
    assert re.search(rf'<option selected[^>]*value="{seats[2]}"', keeper.page.text)
    keeper.send_on(round="1", seat=seats[2])
    assert "not confirmed" not in keeper.text


@pytest.mark.parametrize("round", ["2", "99", "x", "1e3"])
def test_a_round_without_scores_is_not_confirmed(keeper: Keeper, page: str, seats: list[str], round: str) -> None:
    refused(keeper, page, round=round, seat=seats[1])

    assert "not confirmed" in keeper.read(keeper.game)


def test_nobody_else_confirms(ben: Phone, cai: Phone, zoe: Phone, keeper: Keeper, page: str, seats: list[str]) -> None:
    for phone in (ben, cai, zoe):
        assert phone.open(page).status_code == 404
        phone.open("/start")
        assert phone.send(page, round="1", seat=seats[1], seen="99").status_code == 404

    assert "not confirmed" in keeper.read(keeper.game)


def test_a_game_without_a_tournament_has_nothing_to_confirm(ana: Phone, game: str) -> None:
    assert ana.open(f"{game}/confirm").status_code == 404


def test_a_round_that_was_unticked_stays_so_in_the_form(keeper: Keeper, page: str, seats: list[str]) -> None:
    enter(keeper, keeper.game, 2, "out", "8", "8", "8")

    answer = refused(keeper, page, round="2", seat="")

    assert re.findall(r'name="round" value="(\d+)"( checked)?', answer.text) == [("1", ""), ("2", " checked")]


def test_after_the_last_round_confirming_comes_first_and_sharing_only_then(keeper: Keeper, page: str) -> None:
    rounds = range(1, 14)
    for number in rounds:
        seats = enter(keeper, keeper.game, number, "out", "9", "9", "9")

    assert "Not confirmed yet." in keeper.read(keeper.game)
    assert re.search(r'(?s)Confirm the scores for.*class="result-heading"', keeper.page.text)
    assert "Share the result</button>" not in keeper.page.text

    fill(keeper, page, seat=seats[1], round=[str(number) for number in rounds])

    assert "Not confirmed yet." not in keeper.read(keeper.game)
    assert "Share the result</button>" in keeper.page.text


def player_at(phone: Phone, game: str) -> str:
    """The first name in the rows for scores."""
    return pick(r'aria-label="Pips for ([^"]+)"', phone.open(f"{game}/rounds/1").text)


def test_a_phone_that_was_somebodys_at_another_table_asks_who_holds_it_now(app: Flask, ana: Phone, hall: str) -> None:
    first, second = dict.fromkeys(re.findall(r"/k/[\w-]+", ana.open(f"{hall}/cards").text))
    phone = Phone(app)
    phone.open(first)
    game = phone.path
    holder = player_at(phone, game)
    fill(phone, f"{game}/me", name=holder)
    phone.open(second)
    table = phone.path
    player = player_at(phone, table)

    assert "Who is using this phone?" in phone.text
    scores = whole_round(re.findall(r'name="hand_(\d+)-left"', phone.page.text), "out", "9", "9", "9")
    phone.page = phone.send(**scores)
    assert f"{holder} plays at another table. Tap the name of the person using this phone at this table." in phone.text

    phone.send_on(**scores, me=player)
    assert f"{player}, " in phone.read(f"{table}/log")
