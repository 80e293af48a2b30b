"""The review of a tracked round, move by move."""

import re

import pytest
from flask import Flask
from pytest import MonkeyPatch

from tests.phone import Phone
from tests.views.conftest import begin, keep, move
from tests.views.game.conftest import fill
from tests.views.round.test_hands import HAND, release, tap


@pytest.fixture
def review(ana: Phone, game: str) -> str:
    """The review page of a round with a run, a struck line, a marker, a move the table agreed to, and an open double."""
    table = keep(ana, game)
    move(ana, table, "A 9-7@A", "A 7-7@A")
    ana.send_on(f"{game}/undo")
    move(ana, table, "A 7-3@A", "A 3-3@A", "A done", "B --", "C 3-1@A !")
    return f"{table}/review"


def test_each_step_has_its_table_and_its_ruling(ana: Phone, review: str) -> None:
    assert "Ana plays 3-3 on Ana’s train." in ana.read(f"{review}/3")
    assert "That leaves a double open on Ana’s train." in ana.text
    assert "Based on: D9-1.8" in ana.text
    assert '<svg class="rays"' in ana.page.text
    assert "On Ana’s train: 9-7 7-3 3-3; it ends in 3." in ana.page.text


def test_what_was_struck_and_what_was_agreed_to_is_shown(ana: Phone, review: str) -> None:
    ana.open(f"{review}/5")

    assert re.search(r"Ana plays 7-7 on Ana’s train\. *crossed out, Ana", ana.text)
    assert "Ben passes: a marker is up. ▲" in ana.text
    assert "Allowed only if Ben has no tile with a 9." in ana.text


def test_a_move_against_the_rules_says_so(ana: Phone, game: str) -> None:
    table = keep(ana, game)
    move(ana, table, "A 9-7@M !")

    why = "On a first turn Ana may play only on their own train."
    assert f"The table agreed to this, against the rules: {why}" in ana.read(f"{table}/review/1")


def test_one_goes_on_and_back_from_the_table_as_it_was_dealt(ana: Phone, review: str) -> None:
    assert "Round 1, move 0 of 6" in ana.read(review)
    assert "The table before the first move." in ana.text
    assert f'rel="prev" href="{review}/1"' in ana.open(f"{review}/2").text
    assert f'rel="next" href="{review}/3"' in ana.page.text
    assert ana.open(f"{review}/7").status_code == 404


def test_what_else_could_be_played_is_shown_once_the_hand_is_released(ana: Phone, ben: Phone, game: str) -> None:
    table = keep(ana, game, first="Ben")
    tap(ben, table, *HAND)
    move(ana, table, "B 9-5@B", "B 5-2@B")
    assert "What else could be played" not in ana.open(f"{table}/review/2").text

    release(ben, table)

    assert "Other possible moves: end the run." in ana.read(f"{table}/review/2")


def test_a_forgotten_tap_is_shown(app: Flask) -> None:
    ana = begin(app, "double-twelve", ("Ana", "Ben"))
    table = keep(ana, ana.path, dealt="3")
    move(ana, table, "A 12-5@A")

    assert "Ana forgot to tap, and nobody noticed." in ana.read(f"{table}/review/1")


def test_who_looks_on_may_review(cai: Phone, review: str) -> None:
    assert cai.open(review).status_code == 200


def test_in_a_long_round_only_the_steps_nearby_are_told(ana: Phone, review: str, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr("views.round.reviews.WINDOW", 1)

    ana.open(f"{review}/3")

    steps = ("lays 9-7", "lays 7-3", "lays 3-3", "ends the run", "passes")
    assert [step for step in steps if step in ana.text] == ["lays 7-3", "lays 3-3", "ends the run"]


def test_a_marker_that_was_forgotten_shows_where_the_table_was_put_in_by_hand(ana: Phone, game: str) -> None:
    table = keep(ana, game)
    move(ana, table, "A 9-7@A", "A done", "B --")
    fill(ana, f"{table}/by-hand", "", ("train_B-marker", "is_first_turn"), turn="C")

    assert "When the table was entered by hand, Ben had no marker." in ana.read(f"{table}/review/0")


def changed_train(phone: Phone, address: str) -> str:
    """The name and the state of the train that a step shows enlarged."""
    page = phone.open(address).text
    found = re.search(r'<div class="train changed.*?<span class="about">(.*?)<span class="end', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])).strip() if found else ""


def test_the_train_that_changed_or_the_players_own_is_shown_with_its_tiles(ana: Phone, review: str) -> None:
    assert changed_train(ana, f"{review}/3") == "Ana’s train ◆ open double"
    assert re.findall(r'<b class="p\d">(\d)</b>', ana.page.text) == ["3", "3", "7", "3", "9", "7"]
    assert changed_train(ana, f"{review}/4") == "Ana’s train ◆ open double"
    assert changed_train(ana, f"{review}/5") == "Ben’s train open to all"
    assert changed_train(ana, f"{review}/6").startswith("Ana’s train")
    assert changed_train(ana, review) == ""
