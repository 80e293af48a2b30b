"""Scores checked against the table of a tracked round."""

import pytest

from rules import read_position, read_tiles
from rules.scores.check_by_table import doubts_by_table
from rules.scores.left_in_hand import HandLeft

NAMES = {1: "Ana", 2: "Ben"}
# All tiles of a double-six set are on the table except the 6-5, 5-5, 5-0, 4-4 and 1-0; nothing is left to draw.
OVER = "A(0):6-4-5-3-3-6-2-2-5-1-1-6-0-0-4-3-2-4-1-3-0-2-1/B(5)/M - 0"
UNCOUNTED = OVER.replace("(5)", "")


def doubts(table: str, left: dict[int, HandLeft]) -> list[str]:
    """The doubts that this table raises about the scores, with a ! if the score is impossible."""
    every = doubts_by_table(read_position(f"double-six 6 {table}"), left, NAMES)
    return [f"{'! ' if doubt.is_impossible else ''}{doubt.text}" for doubt in every]


OUT = HandLeft(0, is_out=True)


def test_a_score_that_fits_raises_no_doubt() -> None:
    assert doubts(OVER, {1: OUT, 2: HandLeft(35, tiles=read_tiles("6-5 5-5 5-0 4-4 1-0"))}) == []
    assert doubts(OVER, {1: OUT, 2: HandLeft(35)}) == []


def test_a_tile_that_lies_cannot_be_left() -> None:
    said = doubts(OVER.replace("- 0", "B2 0"), {2: HandLeft(7, tiles=read_tiles("6-1"))})

    assert said == ["! Ben cannot have the 6-1 left: it is on the table."]


@pytest.mark.parametrize(
    ("pips", "text"),
    [
        (34, "1 pip missing: the 1-0? The tiles not on the table come to 35 in all."),
        (33, "2 pips missing: the tiles not on the table come to 35 in all."),
        (45, "10 pips too many: was the 5-5 counted twice? The tiles not on the table come to only 35 in all."),
    ],
)
def test_with_every_tile_accounted_for_a_difference_is_explained(pips: int, text: str) -> None:
    assert doubts(UNCOUNTED, {1: OUT, 2: HandLeft(pips)}) == [text]


def test_so_many_tiles_hold_so_many_pips() -> None:
    said = doubts(OVER.replace("(5)/M - 0", "(2)/M - 3"), {1: OUT, 2: HandLeft(25)})

    assert said == ["Ben: any 2 of the tiles not on the table come to between 6 and 21 pips, not 25. Is 25 right?"]


def test_who_is_out_is_what_the_table_says() -> None:
    assert doubts(OVER, {1: HandLeft(5), 2: OUT}) == [
        "According to the table, Ana has played every tile and is out, with nothing left. Is 5 right?",
        "According to the table, Ben is not out and still has tiles left: 5. Did Ben really go out?",
    ]


def test_fewer_tiles_tapped_than_held() -> None:
    said = doubts(OVER, {1: OUT, 2: HandLeft(11, tiles=read_tiles("6-5"))})

    assert said == ["According to the table, the number of tiles Ben has left is 5, but you tapped 1. Is 1 right?"]


# Ana holds one tile, Ben four, and it is Ben's turn; the 6-5 and the 6-4 are on the table.
UNFINISHED = "A(1):6-5/B(4):6-4/M B2 9"
TAPPED = HandLeft(5, tiles=read_tiles("4-1"))
ANA_HOLDS = "Ana still has 1 tile left. Is the round over?"
TOO_MANY = "Ben has 4 tiles left, worth at most 36, not 37. Is 37 right?"


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({1: OUT}, [ANA_HOLDS]),
        ({2: OUT}, ["Ben still has 4 tiles left. Is the round over?"]),
        ({1: HandLeft(11)}, ["Ana has 1 tile left, worth at most 10, not 11. Is 11 right?"]),
        ({2: HandLeft(3)}, ["Ben still has 4 tiles left, worth at least 5, not 3. Is the round over?"]),
        ({2: HandLeft(37)}, [TOO_MANY]),
        ({2: TAPPED}, ["the number of tiles Ben has left is 4, but you tapped 1. Is 1 right?"]),
        ({1: HandLeft(10), 2: HandLeft(36)}, []),
        # Once the round went on without the table, only more than it shows is strange.
        ({1: OUT, 2: HandLeft(3)}, [ANA_HOLDS]),
        ({1: OUT, 2: TAPPED}, [ANA_HOLDS]),
        ({1: OUT, 2: HandLeft(37)}, [ANA_HOLDS, TOO_MANY]),
    ],
)
def test_scores_that_a_table_before_its_end_speaks_against_are_asked_about(
    left: dict[int, HandLeft], said: list[str]
) -> None:
    assert doubts(UNFINISHED, left) == [f"According to the table, {text}" for text in said]


def test_who_is_out_while_others_finish_their_first_turns_has_nothing_left() -> None:
    table = "A(0):6-5/B(4)/M B1 9"

    assert doubts(table, {1: OUT, 2: HandLeft(9)}) == []
    assert doubts(table, {1: HandLeft(5)}) == [
        "According to the table, Ana has played every tile and is out, with nothing left. Is 5 right?"
    ]


def test_hands_that_nobody_counted_prove_nothing() -> None:
    assert doubts("A:6-5/B:6-4/M B2 ?", {1: OUT, 2: HandLeft(150)}) == []
