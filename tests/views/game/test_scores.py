"""Entering scores: the page shows the form, enters scores, asks questions, and refuses bad input and the wrong person."""

import re

import pytest
from flask import Flask
from pytest import MonkeyPatch

from models.sheets import round as rounds
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import Keeper, begin, hand, keep, move, whole_round
from tests.views.game.conftest import enter, fill, refused
from tests.views.game.test_changes import change


def test_a_round_is_entered_and_the_next_one_is_announced(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "12+11+7", "12 11 7", "3,1,1")

    assert "Total 0 30 30 5" in ana.text
    assert "Round 2: put the 8-8 in the middle" in ana.text
    assert "Ana leads by 5 After 1 round. The lowest total is best." in ana.text


def test_a_score_makes_no_table(ana: Phone, table: str, game: str, seats: list[str], monkeypatch: MonkeyPatch) -> None:
    move(ana, table, "A 9-7@A")
    ana.open(f"{game}/rounds/1")
    monkeypatch.setattr(rounds, "fold_table", None)

    assert [ana.send(**hand(seats[0], left)).status_code for left in ("9999", "34")] == [422, 303]


def focused(phone: Phone) -> str:
    """The field that gets the cursor when the page opens."""
    names = re.findall(r'<input[^>]*name="([^"]+)"[^>]*autofocus', phone.page.text)
    return names[0] if names else ""


def test_the_enter_key_leads_to_the_next_empty_field(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    assert focused(ana) == f"hand_{seats[0]}-left"

    ana.send_on(next="y", **hand(seats[0], "34"))
    assert ana.path == f"{game}/rounds/1"
    assert focused(ana) == f"hand_{seats[1]}-left"
    assert ana.fields[f"hand_{seats[0]}-left"] == "34"

    ana.send_on(next="y", **whole_round(seats, "34", "out", "3", "4"))
    assert ana.path == game
    assert "Total 34 0 3 4" in ana.text


@pytest.mark.parametrize(
    ("left", "place"), [(["", "3", "478", "x"], 3), (["", "3", "478", "4"], 2), (["out", "0", "3", ""], None)]
)
def test_the_cursor_is_at_the_fault(
    ana: Phone, game: str, seats: list[str], left: list[str], place: int | None
) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, *left))

    assert focused(ana) == ("" if place is None else f"hand_{seats[place]}-left")


def test_no_field_takes_the_cursor_when_all_are_full(played: Phone, game: str) -> None:
    played.open(f"{game}/rounds/1")

    assert focused(played) == ""


def test_what_is_missing_on_the_sheet_leads_into_its_field(ana: Phone, game: str, seats: list[str]) -> None:
    page, _, field = re.findall(r'class="missing"><a href="([^"]+)"', ana.page.text)[1].partition("#")

    assert (page, field) == (f"{game}/rounds/1", f"hand_{seats[1]}-left")
    assert f'id="{field}"' in ana.open(page).text


def test_what_a_tap_on_went_out_took_away_stays_with_its_form(ana: Phone, game: str, seats: list[str]) -> None:
    typed = {f"hand_{seats[0]}-typed": "41"}

    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "0", "3", "4"), **typed)

    assert (typed | {f"hand_{seats[0]}-out": "y"}).items() <= ana.fields.items()


def test_where_something_is_refused_only_that_is_said_and_first(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "150", "150", "150", "150"))

    assert "The scores cannot be entered as they are. All the hands together come to 600 pips, but there" in ana.text
    assert "are only 477 in the whole set." in ana.text
    assert "must have drawn some" not in ana.text
    assert "Nobody went out" not in ana.text


TOO_MUCH = ("478", "478 pips is more than there are in the whole set (477).")


@pytest.mark.parametrize(
    ("left", "said"), [*((left, "12+11+7") for left in ("thirty", "-4", "1000000", "<script>")), TOO_MUCH]
)
def test_what_cannot_be_is_refused_and_kept(ana: Phone, game: str, seats: list[str], left: str, said: str) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", left, "3", "4"))

    assert said in ana.text
    assert f'aria-describedby="error-{seats[1]}"' in ana.page.text
    assert ana.fields[f"hand_{seats[1]}-left"] == left
    assert ana.fields[f"hand_{seats[2]}-left"] == "3"
    assert "<script>" not in ana.page.text


def test_nothing_typed_is_said(ana: Phone, game: str) -> None:
    assert "Type at least one score" in refused(ana, f"{game}/rounds/1").text


def test_zero_is_not_out_until_somebody_says_so(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "0", "3", "4"))
    assert "Is the 0-0 the only tile left?" in ana.text

    ana.send_on(agreed=f"zero-not-out:{seats[1]}")


def test_nobody_out_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "7", "1", "3", "4"))

    assert "Nobody went out. Was the round blocked?" in ana.text
    assert 'name="agreed" value="nobody-out:"' in ana.page.text


def test_two_out_are_asked_about_where_a_first_turn_explains_it(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "out", "3", "4"))

    assert "That can happen only on the first turn" in ana.text


def test_two_out_are_refused_where_nothing_explains_it(app: Flask) -> None:
    phone = begin(app, rules="double-twelve", names=("Ana", "Ben"))

    refused(phone, f"{phone.path}/rounds/1", **whole_round(["1", "2"], "out", "out"))

    assert "the first one out ends it" in phone.text
    assert 'name="agreed"' not in phone.page.text


def test_a_correction_shows_from_what_by_whom(played: Phone, ben: Phone, game: str) -> None:
    enter(ben, game, 1, "", "43")

    assert "corrected" in ben.text
    assert "Ben 34 Ana" in ben.read(f"{game}/rounds/1")
    assert "43 Ben" in ben.text


def test_the_second_of_two_phones_is_asked(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    ben.open(f"{game}/rounds/1")
    ana.send_on(**hand(seats[2], "3"))

    ben.page = ben.send(**hand(seats[2], "5"))
    assert ben.page.status_code == 409
    assert "Cai already has 3 in this round, entered by Ana" in ben.text
    assert ben.fields[f"hand_{seats[2]}-left"] == "5"

    ben.page = ben.send()
    assert ben.page.status_code == 409
    assert "data-enter" not in ben.page.text

    ben.send_on(use=seats[2])
    assert "so far 5 " in ben.text


def test_players_enter_their_own_from_their_own_phones(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    ben.open(f"{game}/rounds/1")
    ana.send_on(**hand(seats[0], out=True))
    ben.send_on(**hand(seats[1], "5"))

    assert "so far 0 5 " in ben.text


def test_whoever_looks_on_sees_scores_and_cannot_enter_any(played: Phone, cai: Phone, game: str) -> None:
    seats = re.findall(r'id="seat-(\d+)"', played.open(f"{game}/rounds/1").text)

    assert "34" in cai.read(f"{game}/rounds/1")
    assert "<form" not in cai.page.text
    cai.open("/start")
    assert cai.send(f"{game}/rounds/1", **hand(seats[1], "3")).status_code == 200
    assert "Total 0 34 30 5" in played.read(game)


def test_a_round_that_is_not_there_is_not_found(ana: Phone, game: str) -> None:
    assert ana.open(f"{game}/rounds/11").status_code == 404
    assert ana.open(f"{game}/rounds/1/seats/99").status_code == 404


def test_a_house_scores_the_last_round_and_shares_the_win(app: Flask) -> None:
    phone = begin(app, names=("Ana", "Ben"), engines="1")
    game = phone.path
    enter(phone, game, 1, "out", "7")
    enter(phone, game, 2, "7", "out")

    assert "Ana and Ben are tied at 7. At this table, tied players share the win." in phone.text
    assert "Same players again" in phone.text


def test_an_old_page_does_not_bring_a_struck_score_back(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    enter(ana, game, 1, "", "34")
    ben.open(f"{game}/rounds/1")
    ana.send_on(f"{game}/strike/1")

    ben.send_on(**hand(seats[2], "3"))

    assert "so far 3 " in ben.text


def test_emptying_a_field_takes_nothing_away_and_says_so(played: Phone, game: str, seats: list[str]) -> None:
    refused(played, f"{game}/rounds/1", **hand(seats[1], ""))

    assert "Clearing a score does not remove it (Ben)" in played.text


def test_a_confirmed_round_is_only_read_by_its_scorekeeper(ana: Phone, keeper: Keeper) -> None:
    address = f"{keeper.game}/rounds/1"
    keeper.open(address)
    fields = keeper.fields
    seats = enter(keeper, keeper.game, 1, "out", "9", "9", "9")
    fill(keeper, f"{keeper.game}/confirm", round="1", seat=seats[1])

    old_form = fields | {"once": "another-form-from-before", f"hand_{seats[1]}-left": "8"}
    assert keeper.client.post(address, data=old_form).status_code in (409, 422)
    assert "Only the referee can correct it now." in keeper.read(address)
    assert "hand_" not in keeper.page.text
    assert "hand_" in ana.open(address).text


def test_a_table_that_is_not_at_its_end_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    move(ana, keep(ana, game, dealt="2"), "A 9-7@A")
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "9", "8", "7"))

    assert "According to the table, Ana still has 1 tile left. Is the round over?" in ana.text
    ana.send_on(agreed=pick(r'name="agreed" value="([^"]+)"', ana.page.text))
    assert "Total 0 9 8 7" in ana.text


def test_a_score_for_somebody_who_has_left_is_not_dropped_in_silence(ana: Phone, game: str, seats: list[str]) -> None:
    form = ana.open(f"{game}/rounds/1")
    change(ana, game, "leave", seat=seats[3])

    for fields, words in ((hand(seats[3], "37"), "“37”"), (hand(seats[3], out=True), "“out”")):
        ana.page = form
        refused(ana, **hand(seats[0], "12"), **fields)
        assert f"Dee is no longer in this round, so {words} was not entered. Whose score is it?" in ana.text


def test_what_was_taken_back_is_told_where_scores_are_entered(played: Phone, game: str, seats: list[str]) -> None:
    assert "Round 1: Ana out, Ben 34" in played.read(f"{game}/rounds/1/seats/{seats[1]}")

    fill(played, game, f"{game}/undo")

    assert "undid" in played.read(f"{game}/rounds/1")
