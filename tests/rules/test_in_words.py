"""A table in words, to be read aloud."""

import pytest

from rules import judge, read_move, read_position, read_tiles
from rules.referee import in_words
from rules.referee.in_words import instead_in_words, lies_on, move_in_words, turn_in_words, waiting_in_words
from rules.referee.judge import rule
from rules.referee.question import Question

NAMES = {"A": "Ana", "B": "Ben", "C": "Cai"}
TABLE = "double-nine 9 A(5):9-7-3-3/B(6)*:9-4/C(7)/M:9-1-6 B2 12"


MOVES = {
    "B 6-5@M": "Ben plays 6-5 on the Mexican train.",
    "A 9-7-3-3@A": "Ana plays 9-7, 7-3 and 3-3 on Ana’s train.",
    "B 6-5@M tap": "Ben plays 6-5 on the Mexican train and taps.",
    "C 6-5@H": "Cai plays 6-5 on H’s train.",
    "B +": "Ben draws.",
    "B +9-8": "Ben draws the 9-8.",
    "A --": "Ana passes: a marker is up.",
    "A done": "Ana ends the run.",
    "A caught": "Ana forgot to tap and was caught.",
}
INSTEAD = {
    "B 3-?@A": "a tile with a 3 on Ana’s train",
    "B 6-5@M": "the 6-5 on the Mexican train",
    "B +": "draw",
    "B --": "pass, with a marker",
    "B done": "end the run",
}
TURNS = {
    "B2": "Ben has to cover the 3-3 on Ana’s train.",
    "B2+": "Ben has drawn a tile: play it if it fits, or pass.",
    "B2+3-0": "Ben has drawn the 3-0: play it if it fits, or pass.",
    "A1": "Ana continues the run from the 3, or ends it.",
    "C1": "Cai starts with a run on Cai’s train: as many matching tiles as they like.",
    "-": "The round is over.",
}


def test_a_move_in_words() -> None:
    assert {move: move_in_words(read_move(move), NAMES) for move in MOVES} == MOVES


def test_what_may_be_done_instead() -> None:
    assert {move: instead_in_words(move, NAMES) for move in INSTEAD} == INSTEAD


def test_whose_turn_it_is_and_what_it_asks_for() -> None:
    assert {turn: turn_in_words(read_position(TABLE.replace("B2", turn)), NAMES) for turn in TURNS} == TURNS


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            "A:9-7-3-3/B*:9-4/C/M:9-1-6 A2!",
            "Ana owes an extra tile for the double. It may go on Ana’s train, Ben’s train",
        ),
        ("A:9-7/B*:9-4/C/M:9-1-6 C2", "Cai may play on Ben’s train, Cai’s train"),
    ],
)
def test_a_turn_names_the_trains(table: str, words: str) -> None:
    assert turn_in_words(read_position(f"double-nine 9 {table} 12"), NAMES) == f"{words} or the Mexican train."


def test_who_is_out_waits_for_the_first_turns_of_the_others() -> None:
    position = read_position("double-nine 9 A:9-5/B^(0):9-4/C/M C1 12")

    assert waiting_in_words(position, NAMES) == "Ben is out. Still to take a first turn: Cai and Ana."


@pytest.mark.parametrize("table", ["A:9-5/B^(3):9-4/C/M C1", "A:9-5/B(0):9-4/C/M C2", "A(0):9-5/B:9-4/C/M -"])
def test_nobody_waits(table: str) -> None:
    assert waiting_in_words(read_position(f"double-nine 9 {table} 12"), NAMES) == ""


def test_the_whole_table_for_who_cannot_see_it() -> None:
    assert in_words.table_in_words(read_position(TABLE), NAMES) == [
        "The 9-9 is in the middle.",
        "On Ana’s train: 9-7 7-3 3-3; it ends in 3. The 3-3 is open: it has to be covered. Ana has 5 in hand.",
        "On Ben’s train: 9-4; it ends in 4. A marker is up: the train is open to all. Ben has 6 in hand.",
        "There is nothing on Cai’s train yet; it starts with 9. Cai has 7 in hand.",
        "On the Mexican train: 9-1 6-1; it ends in 6.",
        "Left to draw: 12.",
        "Ben has to cover the 3-3 on Ana’s train.",
    ]


def test_where_a_tile_lies() -> None:
    lies = [lies_on(read_position(TABLE), tile, NAMES) for tile in read_tiles("6-1 6-2")]

    assert lies == ["the Mexican train", ""]


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("double-nine 9 A/B/C/M A1 24", "which is open to all from the second turn on"),
        ("double-nine 9 A:9-4/B:9-3/M A2+8-6 24", "A marker goes on A’s train, which is now open to all"),
        ("double-twelve 12 A/B:12-4/M A1+8-6 24", "A marker goes on A’s train, which is now open to all"),
    ],
)
def test_a_marker_set_where_others_may_not_come_yet_opens_later(notation: str, said: str) -> None:
    assert said in judge(notation, "A --", "8-6 6-5").explanation


@pytest.mark.parametrize(
    ("table", "move", "said"),
    [
        ("A:9-7/B:9-4/M:9-2 A3", "A 2-1-3@M", "Ana may play only one tile this turn"),
        ("A:9-7-7/B:9-4/M:9-2 A3!", "A 2-1-3@M", "Ana may play only one more tile, for the double"),
        ("A:9-7/B:9-4/M:9-2 A3", "A 2-2-1-3@M", "Ana may play only one tile this turn, and one more for a double"),
    ],
)
def test_a_tile_too_many_is_counted_from_what_the_turn_allows(table: str, move: str, said: str) -> None:
    question = Question(read_position(f"double-nine 9 {table} 20"))

    assert f"{said}; the 3-1 is one too many." in rule(question, read_move(move), NAMES).explanation


def test_a_chain_that_does_not_join_is_judged_as_far_as_it_does() -> None:
    """A second tile that is not in the set, or already on the table, is given as a reason only if the first tile joins."""
    reasons = {
        "A 7-3-12@M": ("no-match",),
        "A 7-4-9@M": ("no-match",),
        "A 7-3-12@A": ("tile-not-in-set", "one-tile"),
        "A 2-4-9@M": ("tile-already-down", "one-tile"),
    }

    assert {move: judge("double-nine 9 A:9-7/B:9-4/M:9-2 A3 20", move).reasons for move in reasons} == reasons
