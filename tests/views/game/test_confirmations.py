"""A second player at a tournament's table confirms scores."""

import re

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.phone import Phone
from tests.views.conftest import Keeper, whole_round
from tests.views.game.conftest import enter, fill, refused


@pytest.fixture
def seats(keeper: Keeper) -> list[str]:
    """The seats of table 1, with the first round entered by its scorekeeper."""
    return enter(keeper, keeper.game, 1, "out", "9", "9", "9")


def names_of(phone: Phone, game: str) -> dict[str, str]:
    """The names at a table by seat number."""
    return dict(re.findall(r'<option value="(\d+)">([^<]+)', phone.open(f"{game}/confirm").text))


def test_scores_are_marked_until_another_player_confirms(
    ana: Phone, hall: str, keeper: Keeper, seats: list[str]
) -> None:
    game = keeper.game
    assert "not confirmed" in keeper.open(game).text
    assert "not confirmed" in ana.open(hall).text

    keeper.open(f"{game}/confirm")
    answer_without_seat = keeper.send(round="1", seat="")
    keeper.open(f"{game}/confirm")
    answer_without_round = keeper.send("", ("round",), seat=seats[1])
    fill(keeper, f"{game}/confirm", round="1", seat=seats[1])

    assert (answer_without_seat.status_code, answer_without_round.status_code) == (422, 422)
    assert "Choose one." in answer_without_seat.text
    assert "Check the box for each round" in answer_without_round.text
    assert "not confirmed" not in keeper.text
    assert "not confirmed" not in ana.open(hall).text


def test_what_is_to_be_confirmed_is_shown_with_its_scores(keeper: Keeper, seats: list[str]) -> None:
    names = names_of(keeper, keeper.game)

    sentence = f"12-12 {names[seats[0]]} 0 (out), " + ", ".join(f"{names[seat]} 9" for seat in seats[1:])

    assert sentence in keeper.text


def test_without_a_round_to_confirm_nobody_is_asked_to(keeper: Keeper) -> None:
    text = keeper.open(f"{keeper.game}/confirm").text

    assert "No round has all its scores yet." in text
    assert "has to confirm" not in text


def test_the_referee_confirms_alone_and_nobody_else_as_referee(ana: Phone, keeper: Keeper, seats: list[str]) -> None:
    refused(keeper, f"{keeper.game}/confirm", round="1", seat="referee")

    fill(ana, f"{keeper.game}/confirm", round="1", seat="referee")

    assert "not confirmed" not in ana.text
    assert "are confirmed" in ana.open(f"{keeper.game}/confirm").text


def test_whoever_entered_scores_does_not_confirm_them(keeper: Keeper, seats: list[str]) -> None:
    game, names = keeper.game, names_of(keeper, keeper.game)
    fill(keeper, f"{game}/me", name=names[seats[1]])
    enter(keeper, game, 2, "5", "out", "7", "8")

    options = names_of(keeper, game)
    answer = keeper.send(round="2", seat=seats[1])
    fill(keeper, f"{game}/me", name="Zoe")
    keeper.open(f"{game}/confirm")
    keeper.page = keeper.send(round="2", seat=seats[1])

    assert names[seats[1]] not in options.values()
    assert answer.status_code == keeper.page.status_code == 422
    assert f"{names[seats[1]]} entered" in keeper.text
    assert "not confirmed" in keeper.open(game).text


def test_whoever_entered_nothing_confirms_on_their_own_phone(keeper: Keeper, seats: list[str]) -> None:
    game, names = keeper.game, names_of(keeper, keeper.game)
    enter(keeper, game, 2, "5", "out", "7", "8")
    fill(keeper, f"{game}/me", name=names[seats[2]])

    options = names_of(keeper, game)
    fill(keeper, f"{game}/confirm", round="2", seat=seats[2])

    assert next(iter(options)) == seats[2]
    assert "11-11" not in keeper.open(f"{game}/confirm").text


def test_whoever_entered_every_score_to_confirm_is_not_offered_on_another_phone(keeper: Keeper) -> None:
    game = keeper.game
    keeper.open(f"{game}/rounds/1")
    names = dict(re.findall(r'name="hand_(\d+)-name" value="([^"]+)', keeper.page.text))
    first, second = list(names)[:2]
    for seat, number in ((first, 1), (second, 2)):
        fill(keeper, f"{game}/me", name=names[seat])
        enter(keeper, game, number, "5", "out", "7", "8")
    fill(keeper, f"{game}/me", name="Zoe")
    assert {first, second} <= set(names_of(keeper, game))

    fill(keeper, f"{game}/confirm", round="1", seat=second)

    assert first in names_of(keeper, game)
    assert second not in names_of(keeper, game)


def test_scores_entered_meanwhile_are_read_before_they_are_confirmed(
    ana: Phone, keeper: Keeper, seats: list[str]
) -> None:
    keeper.open(f"{keeper.game}/confirm")
    enter(ana, keeper.game, 1, "", "19")

    refused(keeper, round="1", seat=seats[2])

    assert "Check all the scores again" in keeper.text
    assert " 19" in keeper.text
    assert re.search(rf'<option selected[^>]*value="{seats[2]}"', keeper.page.text)
    keeper.send_on(round="1", seat=seats[2])
    assert "not confirmed" not in keeper.text


@pytest.mark.parametrize("round", ["2", "99", "x", "1e3"])
def test_a_round_without_scores_is_not_confirmed(keeper: Keeper, seats: list[str], round: str) -> None:
    refused(keeper, f"{keeper.game}/confirm", round=round, seat=seats[1])

    assert "not confirmed" in keeper.open(keeper.game).text


def test_nobody_away_from_the_table_confirms_it(
    ana: Phone, ben: Phone, cai: Phone, zoe: Phone, keeper: Keeper, seats: list[str]
) -> None:
    for phone in (ben, cai, zoe):
        assert phone.open(f"{keeper.game}/confirm").status_code == 404
        phone.open("/start")
        assert phone.send(f"{keeper.game}/confirm", round="1", seat=seats[1], seen="99").status_code == 404

    assert "not confirmed" in ana.open(keeper.game).text


def test_a_game_without_a_tournament_has_nothing_to_confirm(ana: Phone, game: str) -> None:
    assert ana.open(f"{game}/confirm").status_code == 404


def test_a_round_that_was_unticked_stays_so_when_the_form_comes_back(keeper: Keeper, seats: list[str]) -> None:
    enter(keeper, keeper.game, 2, "out", "8", "8", "8")

    keeper.open(f"{keeper.game}/confirm")
    answer = keeper.send(round="2", seat="")

    assert re.findall(r'name="round" value="(\d+)"( checked)?', answer.text) == [("1", ""), ("2", " checked")]


def test_after_the_last_round_confirming_comes_first_and_sharing_only_then(keeper: Keeper) -> None:
    for number in range(1, 14):
        seats = enter(keeper, keeper.game, number, "out", "9", "9", "9")

    keeper.open(keeper.game)
    page = keeper.page.text
    assert "Not confirmed yet." in keeper.text
    assert page.index("Confirm the scores for") < page.index('class="result-heading"')
    assert "Share the result</button>" not in page

    keeper.open(f"{keeper.game}/confirm")
    rounds = [("round", str(number)) for number in range(1, 14)]
    fields = MultiDict([*(keeper.fields | {"seat": seats[1]}).items(), *rounds])
    assert keeper.client.post(f"{keeper.game}/confirm", data=fields).status_code == 303

    assert "Not confirmed yet." not in keeper.read(keeper.game)
    assert "Share the result</button>" in keeper.page.text


def players_at(phone: Phone, game: str) -> list[str]:
    """The names in the rows for scores."""
    return re.findall(r'aria-label="Pips for ([^"]+)"', phone.open(f"{game}/rounds/1").text)


def test_a_phone_that_was_somebodys_at_another_table_asks_who_holds_it_now(app: Flask, ana: Phone, hall: str) -> None:
    first, second = dict.fromkeys(re.findall(r"/k/[\w-]+", ana.open(f"{hall}/cards").text))
    phone = Phone(app)
    phone.open(first)
    game = phone.path
    holder = players_at(phone, game)[0]
    fill(phone, f"{game}/me", name=holder)
    phone.open(second)
    table = phone.path
    players = players_at(phone, table)

    assert "Who is using this phone?" in phone.read(f"{table}/rounds/1")
    seats = re.findall(r'name="hand_(\d+)-left"', phone.page.text)
    answer = phone.send(**whole_round(seats, "out", "9", "9", "9"))
    assert f"{holder} plays at another table. Tap the name of the person using this phone at this table." in answer.text

    phone.send_on(f"{table}/rounds/1", **whole_round(seats, "out", "9", "9", "9"), me=players[0])
    assert f"{players[0]}, " in phone.open(f"{table}/log").text
