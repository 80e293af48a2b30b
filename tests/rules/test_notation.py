"""Positions and moves as text: read leniently, written in one way only, with a clear error for everything else."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import NotationError, after, judge, read_move, read_position, write_move, write_position
from rules.table.notation import read_move_of
from tests.conftest import some

TABLE = "double-nine 9 A:9-7-3-3/B:9-4/C*/M:9-1-6 B2 12"


WRITTEN = [
    TABLE,
    "double-twelve 12 A(1):12-5/B(4)*:12-3-3/C^(6)/M C7!+5-4 0",
    "double-six 6 A/B/M A1 ?",
    "double-six 6 A(0):6-1/B(3):6-2/M - 4",
    "double-nine[dead-double=released,double-blank=50] 9 A/B/M A1 ?",
    "double-twelve[highest=18] 18 A/B/C/D/E/F/G/H^/M H1 ?",
    "double-twelve 12 A(1)~*:12-5/B/M B7 3",
]
# Moves as typed, each with the one way to write it.
TYPED = {
    "a 4-9 @ m": "A 9-4@M",
    "A 9-7-3-3@A": "A 9-7-3-3@A",
    "b+": "B +",
    "B + 4-5": "B +5-4",
    "b --": "B --",
    "C DONE": "C done",
    "h caught !": "H caught !",
    "A 7-1@A TAP !": "A 7-1@A tap !",
    "  A   9-4@Z ": "A 9-4@Z",
}


def test_a_position_is_written_as_it_was_read() -> None:
    assert [write_position(read_position(text)) for text in WRITTEN] == WRITTEN


def test_a_move_is_read_leniently_and_written_in_one_way() -> None:
    assert {typed: write_move(read_move(typed)) for typed in TYPED} == TYPED
    assert [read_move(written) for written in TYPED.values()] == [read_move(typed) for typed in TYPED]


def test_a_move_may_leave_out_its_seat() -> None:
    typed = {"9-4@M": "B 9-4@M", "+": "B +", "done": "B done", "-- !": "B -- !", "a 9-4@m": "A 9-4@M"}

    assert {text: write_move(read_move_of("B", text)) for text in typed} == typed


@pytest.mark.parametrize("typed", ["", "9-99@A", "A 9-99@A", "Z --", "A B --", "nine"])
def test_what_is_no_move_with_a_seat_either_is_refused_as_it_was_typed(typed: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_move(typed)

    with pytest.raises(NotationError, match=f"^{re.escape(str(refusal.value))}$"):
        read_move_of("B", typed)


def test_a_position_is_read_leniently() -> None:
    assert write_position(read_position("  DOUBLE-NINE  9 a:9-7/b*/m  a2  12 ")) == "double-nine 9 A:9-7/B*/M A2 12"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "five parts"),
        ("double-nine 9 A/B/M A1", "five parts"),
        ("triple-nine 9 A/B/M A1 12", "no rule set"),
        ("double-nine[tie=coin] 9 A/B/M A1 12", "tie cannot be"),
        ("double-nine 10 A/B/M A1 12", "engine “10”"),
        ("double-nine 9 A:9-7/B:9-7/M A1 12", "9-7 is on the table twice"),
        ("double-nine 9 A:7-3/B/M A1 12", "starts at the engine"),
        ("double-nine 9 A:9-12/B/M A1 12", "no number 12"),
        ("double-nine 9 A:9-9/B/M A1 12", "9-9 is on the table twice"),
        ("double-nine 9 A/C/M A1 12", "expected the train B"),
        ("double-nine 9 A/M A1 12", "two to eight"),
        *((f"double-nine 9 A/B/{train} A1 12", "the Mexican train has no owner") for train in ("M^", "M(7)", "M*")),
        ("double-nine 9 A/B^/C^/M A1 12", "only one seat can have opened the round"),
        ("double-nine 9 A^/B^/M A1 12", "only one seat can have opened the round"),
        ("double-nine 9 A/B/M D1 12", "there is no seat D"),
        ("double-nine 9 A/B/M A0 12", "turn “A0”"),
        ("double-nine 9 A/B/M A1+9-12 12", "no 12-9"),
        ("double-nine 9 A:9-7/B/M A2+9-7 12", "is already on the table"),
        ("double-nine 9 A(30)/B(30)/M A1 12", "the set has only 55"),
        ("double-nine 9 A/B/M A1 56", "boneyard “56”"),
        ("double-nine 9 A:9-/B/M A1 12", "write a path as pips"),
        ("double-nine 9 A:9/B/M A1 12", "write a path as pips"),
        ("double-nine ½ A/B/M A1 12", "is not used in the notation"),
        ("double-nine 9 A/B/M\x00 A1 12", "is not used in the notation"),
        ("double-nine 9 A/B/M A99999999999 12", "turn “"),
        ("double-nine 9 A/B/M A1 99999999999999", "boneyard “"),
        ("/" * 100_000, "too long"),
        ("double-nine 9 " + "A/" * 900 + " A1 12", "found 901"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_by_the_part(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said.replace("(", r"\(")):
        read_position(text)


@pytest.mark.parametrize(
    "text",
    ["", "A", "9-4@M", "M 9-4@A", "I 9-4@A", "A 9-4", "A 9@M", "A 99-4@M", "A 19-4@M", "A 9-4@", "A 9-4@MM", "A +9", "A ++", "A fly",
     "A 9-4@M tap tap", "A --tap", "٣ 9-4@M", "A 9~4@M", "A 9-4@M\x07", "A " + "9-" * 50_000 + "9@A"],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_move(text)


@given(st.text(max_size=60) | st.text("ABCM/:()*^~!+-@0123456789 []=,double-nix", max_size=80))
@settings(max_examples=some(400))
def test_no_text_raises_anything_but_a_notation_error(text: str) -> None:
    for read in (
        read_position,
        read_move,
        lambda words: judge(words, "A +"),
        lambda words: judge(TABLE, words),
        lambda words: after(TABLE, words),
    ):
        try:
            read(text)
        except NotationError as error:
            assert str(error)


@pytest.mark.parametrize(
    "text", ["/" * 100_000, "9-" * 50_000, "double-nine 9 " + "A/" * 800, "A " + "9-" * 900 + "9@A"]
)
def test_hostile_text_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()
    for read in (read_position, read_move):
        with pytest.raises(NotationError):
            read(text)

    # Not a test of speed: a reader that backtracks would take minutes.
    assert time.perf_counter() - begun < 20
