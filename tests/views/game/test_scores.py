"""Entering scores: the page shows the form, enters scores, asks questions, and refuses bad input and the wrong person."""

import re
from unittest.mock import Mock

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
    enter(ana, game, 1, "out", "34", "12+11+7", "5")

    assert "Round 2: put the 8-8 in the middle" in ana.text
    assert "Ana leads by 5 After 1 round. The lowest total is best." in ana.text


@pytest.mark.parametrize(("left", "status"), [("9999", 422), ("34", 303)])
def test_the_kept_table_is_made_once_and_not_again_for_a_score(
    ana: Phone, table: str, game: str, seats: list[str], monkeypatch: MonkeyPatch, left: str, status: int
) -> None:
    move(ana, table, "A 9-7@A")
    ana.open(f"{game}/rounds/1")
    fold_table = Mock(wraps=rounds.fold_table)
    monkeypatch.setattr(rounds, "fold_table", fold_table)

    answer = ana.send(**hand(seats[0], left))

    assert (answer.status_code, fold_table.call_count) == (status, 0)


def test_spaces_add_where_a_keypad_has_no_plus(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "12 11 7", "1", "2")

    assert "Total 0 30 1 2" in ana.text


def test_commas_add_as_well(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "12,11,7", "1", "2")

    assert "Total 0 30 1 2" in ana.text


def focused(phone: Phone) -> str:
    """The field that gets the cursor when the page opens."""
    names = re.findall(r'<input[^>]*name="([^"]+)"[^>]*autofocus', phone.page.text)
    return names[0] if names else ""


def test_the_enter_key_enters_and_comes_back_at_the_first_empty_field(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    assert focused(ana) == f"hand_{seats[0]}-left"
    ana.send_on(next="y", **hand(seats[0], "34"))

    assert ana.path == f"{game}/rounds/1"
    assert focused(ana) == f"hand_{seats[1]}-left"
    assert ana.fields[f"hand_{seats[0]}-left"] == "34"
    assert "so far 34" in ana.read(game)


def test_the_enter_key_leads_to_the_sheet_once_nobody_is_missing(ana: Phone, game: str, seats: list[str]) -> None:
    fill(ana, f"{game}/rounds/1", next="y", **whole_round(seats, "out", "34", "3", ""))
    ana.send_on(next="y", **hand(seats[3], "4"))

    assert ana.path == game
    assert "Total 0 34 3 4" in ana.text


def test_the_cursor_stands_in_the_field_that_is_refused(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "", "3", "478", "x"))

    assert focused(ana) == f"hand_{seats[3]}-left"

    refused(ana, f"{game}/rounds/1", **whole_round(seats, "", "3", "478", "4"))

    assert focused(ana) == f"hand_{seats[2]}-left"


def test_no_field_takes_the_cursor_from_a_question_or_when_all_are_full(
    ana: Phone, game: str, seats: list[str]
) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "0", "3", ""))

    assert focused(ana) == ""
    enter(ana, game, 1, "out", "34", "3", "4")

    ana.open(f"{game}/rounds/1")

    assert focused(ana) == ""


def test_what_is_missing_on_the_sheet_leads_into_its_field(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(game)
    address = re.findall(r'class="missing"><a href="([^"]+)"', ana.page.text)[1]
    assert address == f"{game}/rounds/1#hand_{seats[1]}-left"

    assert f'id="{address.partition("#")[2]}"' in ana.open(address.partition("#")[0]).text


def test_what_a_tap_on_went_out_took_away_stays_with_its_form(ana: Phone, game: str, seats: list[str]) -> None:
    fields = whole_round(seats, "out", "0", "3", "4") | {f"hand_{seats[0]}-typed": "41"}
    refused(ana, f"{game}/rounds/1", **fields)

    assert ana.fields[f"hand_{seats[0]}-typed"] == "41"
    assert ana.fields[f"hand_{seats[0]}-out"] == "y"


def test_where_something_is_refused_only_that_is_said_and_first(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "150", "150", "150", "150"))

    sentence = "The scores cannot be entered as they are. All the hands together come to 600 pips, but there are only 477 in the whole set."
    assert sentence in ana.text
    assert "must have drawn some" not in ana.text
    assert "Nobody went out" not in ana.text


def test_an_empty_field_stays_missing(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "34", "", "")

    assert "missing, enter it" in ana.text
    assert "Round 1: put the 9-9" in ana.text


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ("thirty", "12+11+7"),
        ("-4", "12+11+7"),
        ("1000000", "12+11+7"),
        ("478", "478 pips is more than there are in the whole set (477)."),
        ("<script>", "12+11+7"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_kept(
    ana: Phone, game: str, seats: list[str], left: str, said: str
) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", left, "3", "4"))

    assert said in ana.text
    assert f'aria-describedby="error-{seats[1]}"' in ana.page.text
    assert ana.fields[f"hand_{seats[1]}-left"] == left
    assert ana.fields[f"hand_{seats[2]}-left"] == "3"
    assert "<script>" not in ana.page.text


def test_nothing_typed_is_said(ana: Phone, game: str) -> None:
    refused(ana, f"{game}/rounds/1")

    assert "Type at least one score" in ana.text


def test_zero_is_not_out_until_somebody_says_so(ana: Phone, game: str, seats: list[str]) -> None:
    fields = whole_round(seats, "out", "0", "3", "4")
    refused(ana, f"{game}/rounds/1", **fields)
    assert "Is the 0-0 the only tile left?" in ana.text

    answer = ana.client.post(f"{game}/rounds/1", data=ana.fields | fields | {"agreed": f"zero-not-out:{seats[1]}"})

    assert answer.status_code == 303


def test_nobody_out_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "7", "1", "3", "4"))

    assert "Nobody went out. Was the round blocked?" in ana.text
    assert 'name="agreed" value="nobody-out:"' in ana.page.text


def test_two_out_are_asked_about_where_a_first_turn_explains_it(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "out", "3", "4"))

    assert "That can happen only on the first turn" in ana.text


def test_two_out_are_refused_where_nothing_explains_it(app: Flask) -> None:
    phone = begin(app, rules="double-twelve")
    game = phone.path
    phone.open(f"{game}/rounds/1")
    first, second = [name.split("-")[0] for name in phone.fields if name.endswith("-seen")][:2]
    refused(phone, **{f"{first}-out": "y", f"{second}-out": "y"})
    assert "the first one out ends it" in phone.text
    assert 'name="agreed"' not in phone.page.text


def test_a_correction_shows_from_what_by_whom(ana: Phone, ben: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "34", "3", "4")
    enter(ben, game, 1, "", "43")
    assert "corrected" in ben.text

    assert "Ben 34 Ana" in ben.read(f"{game}/rounds/1")
    assert "43 Ben" in ben.text


def test_the_second_phone_sees_the_firsts_score_and_is_asked(
    ana: Phone, ben: Phone, game: str, seats: list[str]
) -> None:
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


def test_whoever_looks_on_sees_scores_and_no_form(ana: Phone, cai: Phone, game: str) -> None:
    enter(ana, game, 1, "out", "34", "3", "4")

    assert "34" in cai.read(f"{game}/rounds/1")
    assert "<form" not in cai.page.text


def test_whoever_looks_on_cannot_enter(ana: Phone, cai: Phone, game: str, seats: list[str]) -> None:
    cai.open("/start")
    assert cai.client.post(f"{game}/rounds/1", data=cai.fields | hand(seats[1], "3")).status_code == 200

    assert "Total 0 0 0 0" in ana.read(game)


def test_a_round_that_is_not_there_is_not_found(ana: Phone, game: str) -> None:
    assert ana.open(f"{game}/rounds/11").status_code == 404
    assert ana.open(f"{game}/rounds/1/seats/99").status_code == 404


def test_a_house_scores_the_last_round_and_shares_the_win(app: Flask) -> None:
    phone = begin(app, names=("Ana", "Ben"), engines="1")
    game = phone.path
    phone.open(f"{game}/rounds/1")
    seats = [name.split("-")[0] for name in phone.fields if name.endswith("-seen")]
    phone.send_on(**{f"{seats[0]}-out": "y", f"{seats[1]}-left": "7"})
    fill(phone, f"{game}/rounds/2", **{f"{seats[1]}-out": "y", f"{seats[0]}-left": "7"})

    assert "Ana and Ben are tied at 7. At this table, tied players share the win." in phone.text
    assert "Same players again" in phone.text


def test_an_old_page_does_not_bring_a_struck_score_back(ana: Phone, ben: Phone, game: str, seats: list[str]) -> None:
    enter(ana, game, 1, "", "34")
    ben.open(f"{game}/rounds/1")
    ana.send_on(f"{game}/strike/1")

    ben.send_on(**hand(seats[2], "3"))

    assert "so far 3 " in ben.text


def test_emptying_a_field_takes_nothing_away_and_says_so(ana: Phone, game: str, seats: list[str]) -> None:
    enter(ana, game, 1, "out", "34", "3", "4")
    refused(ana, f"{game}/rounds/1", **hand(seats[1], ""))
    assert "Clearing a score does not remove it (Ben)" in ana.text


def test_a_confirmed_round_is_only_read_by_its_scorekeeper(ana: Phone, hall: str, keeper: Keeper) -> None:
    game = keeper.game
    keeper.open(f"{game}/rounds/1")
    seats = re.findall(r'name="hand_(\d+)-left"', keeper.page.text)
    fields = keeper.fields
    keeper.send_on(**{f"hand_{seats[0]}-out": "y"}, **{f"hand_{seat}-left": "9" for seat in seats[1:]})
    fill(keeper, f"{game}/confirm", round="1", seat=seats[1])

    page = keeper.open(f"{game}/rounds/1").text
    answer = keeper.client.post(
        f"{game}/rounds/1", data=fields | {"once": "another-form-from-before", f"hand_{seats[1]}-left": "8"}
    )

    assert "Only the referee can correct it now." in page
    assert "hand_" not in page
    assert answer.status_code in (409, 422)
    assert "hand_" in ana.open(f"{game}/rounds/1").text


def test_a_table_that_is_not_at_its_end_is_asked_about(ana: Phone, game: str, seats: list[str]) -> None:
    table = keep(ana, game, dealt="2")
    move(ana, table, "A 9-7@A")
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "9", "8", "7"))

    assert "According to the table, Ana still has 1 tile left. Is the round over?" in ana.text
    agreed = pick(r'name="agreed" value="([^"]+)"', ana.page.text)
    ana.send_on(agreed=agreed)
    assert "Total 0 9 8 7" in ana.text


def test_a_score_for_somebody_who_has_left_is_not_dropped_in_silence(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    form = ana.page
    change(ana, game, "leave", seat=seats[3])
    ana.page = form

    for fields, words in ((hand(seats[3], "37"), "“37”"), (hand(seats[3], out=True), "“out”")):
        answer = refused(ana, **hand(seats[0], "12"), **fields)

        assert f"Dee is no longer in this round, so {words} was not entered. Whose score is it?" in answer.text


def test_what_was_taken_back_is_told_where_scores_are_entered(ana: Phone, game: str, seats: list[str]) -> None:
    enter(ana, game, 1, "out", "34", "1", "2")
    assert "Round 1: Ana out, Ben 34" in ana.read(f"{game}/rounds/1/seats/{seats[1]}")
    fill(ana, game, f"{game}/undo")

    assert "undid" in ana.read(f"{game}/rounds/1") or "Undone" in ana.text


def test_who_has_left_is_told_on_the_sheet(ana: Phone, game: str, seats: list[str]) -> None:
    fill(ana, f"{game}/changes", f"{game}/leave", seat=seats[1])

    assert "Ben" in pick(r'(?s)class="taken-back">(.*?)</p>', ana.page.text)
