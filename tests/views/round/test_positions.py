"""The table entered by hand."""

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import begin, keep, move
from tests.views.game.conftest import fill, refused

BY_HAND = {
    "train_A-path": "9-7 3-7 3-3",
    "train_A-count": "5",
    "train_B-path": "9-4",
    "train_B-marker": "y",
    "train_M-path": "9 1 6",
    "turn": "B",
    "first": "A",
    "boneyard": "13",
}
# A checkbox that a browser does not send.
UNTICKED = ("is_first_turn",)


@pytest.fixture
def page(table: str) -> str:
    """The address of the page for entering the table by hand."""
    return f"{table}/by-hand"


def test_old_lines_keep_the_names_of_their_time(ana: Phone, game: str, table: str, page: str, seats: list[str]) -> None:
    move(ana, table, "A 9-7@A")
    fill(ana, f"{game}/changes", f"{game}/seating", order=" ".join(seats[::-1]))
    fill(ana, page, "", UNTICKED, **BY_HAND)

    assert "Ana plays 9-7 on Ana’s train." in ana.read(f"{table}/moves")


def test_the_table_is_put_in_by_hand(ana: Phone, table: str, page: str) -> None:
    fill(ana, page, "", UNTICKED, **BY_HAND)

    assert "Ben has to cover the 3-3 on Ana’s train." in ana.text
    assert "Line 2" not in ana.text
    position = "double-nine 9 A(5):9-7-3-3/B(10)*:9-4/C(10)/D(10)/M:9-1-6 B2 13"
    assert f"The table as entered: {position}" in ana.read(f"{table}/moves")


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("train_C-path", "9-4", "The 9-4 is already on Ben’s train."),
        ("train_C-path", "9-9", "The 9-9 is already in the middle."),
        ("train_C-path", "9-12", "This set has no 12-9."),
        ("train_C-path", "8-4", "a train starts at the engine, 9, not at 8"),
        ("train_C-path", "9-5 4-1", "the 4-1 does not match the 5 before it"),
        ("train_C-path", "nine", "is not a train"),
        ("train_C-count", "x", "whole number"),
        ("train_A-count", "0", "Ana has no tiles left: the round is over. You can enter the scores."),
        ("turn", "", "Tap a name."),
        ("boneyard", "40", "the set has only 55"),
    ],
)
def test_a_table_that_cannot_be_is_refused(ana: Phone, page: str, field: str, value: str, why: str) -> None:
    refused(ana, page, "", UNTICKED, **BY_HAND | {field: value})

    assert why in ana.text
    assert 'value="9-7 3-7 3-3"' in ana.page.text


def test_tiles_that_are_nowhere_are_asked_about_once(ana: Phone, page: str) -> None:
    refused(ana, page, "", UNTICKED, **BY_HAND | {"boneyard": "11"})
    assert "2 tiles are missing: they are not on a train, in a hand or in the boneyard. Is a number wrong?" in ana.text

    ana.send_on("", UNTICKED, is_short="y")
    assert "Ben has to cover the 3-3 on Ana’s train." in ana.text


def test_a_table_that_nobody_counted_is_taken_as_it_is(ana: Phone, page: str) -> None:
    fill(ana, page, "", UNTICKED, **BY_HAND | {"boneyard": ""})

    assert "Ben has to cover the 3-3 on Ana’s train." in ana.text


@pytest.mark.parametrize(
    ("tapped", "train"), [("B 4", "9-2-4"), *((odd, "9-2") for odd in ("Z 4", "B x", "B 444", "B", ""))]
)
def test_numbers_are_tapped_onto_a_train_without_a_script(ana: Phone, page: str, tapped: str, train: str) -> None:
    ana.open(page)

    assert f'value="{train}"' in ana.send(add=tapped, **{"train_B-path": "9-2"}).text


def test_a_number_of_two_digits_is_tapped_as_well(app: Flask) -> None:
    phone = begin(app, "double-twelve")
    phone.open(f"{keep(phone, phone.path)}/by-hand")

    assert 'value="12-2-11"' in phone.send(add="B 11", **{"train_B-path": "12-2"}).text


def test_a_position_can_be_pasted(ana: Phone, page: str) -> None:
    position = "double-nine 9 A(5):9-7-3-3/B(6)*:9-4/C(7)/D(4)/M:9-1-6 B2+ 26"

    fill(ana, page, "", ("turn", "first"), text=position)

    assert "Ben has drawn a tile: play it if it fits, or pass." in ana.text
