"""A tracked round as it is typed: how it starts, the table as it is, a hand, and the scores at the end."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from forms.base import A_NUMBER
from forms.scores import TilesForm, read_hands
from forms.tables import MOST_TILES, BeginForm, HandForm, MoveForm, position_form
from rules import RULE_BOOKS
from tests.forms.conftest import Sent, wrong_in


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"first": "3"}, []),
        ({"first": "3", "dealt": "12"}, []),
        ({"first": "3", "dealt": "0"}, ["dealt"]),
        ({"first": "3", "dealt": "many"}, ["dealt"]),
        ({"dealt": "12"}, ["first"]),
        ({"first": "9"}, ["first"]),
    ],
)
def test_a_round_begins_with_somebody_and_at_least_a_tile_each(
    sent: Sent, fields: dict[str, Any], wrong: list[str]
) -> None:
    with sent(BeginForm, **fields) as form:
        form.first.choices = [(3, "Ana"), (4, "Ben")]

        assert wrong_in(form) == wrong


def test_what_is_no_number_is_said_in_a_plain_word(sent: Sent) -> None:
    with sent(MoveForm, move="A 9-7@A", seen="x") as form:
        assert not form.validate()
        assert form.seen.errors[0] == A_NUMBER


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"tiles": ["9-7", "4-1"]}, []),
        ({"tiles": ["9-7"], "drawn": "4-1 3-0"}, []),
        ({"tiles": []}, ["tiles"]),
        ({"tiles": ["9-7"] * (MOST_TILES + 1)}, ["tiles"]),
        ({"tiles": ["nine"]}, ["tiles"]),
        ({"tiles": ["9-7"], "drawn": "some"}, ["drawn"]),
    ],
    ids=["two tiles", "with drawn ones", "none", "more than any set has", "no tile", "no tile drawn"],
)
def test_a_hand_is_tiles(sent: Sent, fields: dict[str, Any], wrong: list[str]) -> None:
    with sent(HandForm, seat="3", **fields) as form:
        form.seat.choices = [(3, "Ana")]

        assert wrong_in(form) == wrong


def test_a_table_that_is_tapped_says_whose_turn_it_is_and_one_in_notation_does_so_itself(sent: Sent) -> None:
    for fields, wrong in [
        ({"turn": "A", "first": "B", "train_A-path": "9-7"}, []),
        ({"turn": "Z", "first": "B"}, ["turn"]),
        ({}, ["turn", "first"]),
        ({"text": "double-nine 9 A/B/M A1 12"}, []),
        ({"turn": "A", "first": "A", "boneyard": "191"}, ["boneyard"]),
        ({"turn": "A", "first": "A", "train_A-count": "-1"}, ["train_A"]),
    ]:
        with sent(position_form("AM"), **fields) as form:
            form.turn.choices = form.first.choices = [("A", "Ana"), ("B", "Ben")]

            assert wrong_in(form) == wrong
            assert form.train("A").path.data == fields.get("train_A-path")


def test_a_score_is_a_number_a_sum_or_out() -> None:
    fields = {"hand_1-left": "34", "hand_2-left": "12+11+7", "hand_3-out": "y", "hand_5-left": "many"}
    hands = read_hands(MultiDict(fields), (1, 2, 3, 4, 5), {}, RULE_BOOKS["double-nine"])

    assert {seat: hand.validate() for seat, hand in hands.items()} == {1: True, 2: True, 3: True, 5: False}


@pytest.mark.parametrize(("tiles", "is_right"), [(["9-7", "0-0"], True), ([], False), (["nine"], False)])
def test_tiles_that_were_left_are_tapped(sent: Sent, tiles: list[str], is_right: bool) -> None:
    with sent(TilesForm, tiles=tiles) as form:
        assert form.validate() is is_right
