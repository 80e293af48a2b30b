"""Scores checked against the table of a tracked round."""

import pytest

from rules import read_position, read_tiles
from rules.scores.check_by_table import doubts_by_table
from rules.scores.left_in_hand import HandLeft

NAMES = {1: "Ana", 2: "Ben"}
# All tiles of a double-six set are on the table except the 6-5, 5-5, 5-0, 4-4 and 1-0; nothing is left to draw.
LYING = "A(0):6-4-5-3-3-6-2-2-5-1-1-6-0-0-4-3-2-4-1-3-0-2-1/B(5)/M"


def doubts(
    left: dict[int, HandLeft], turn: str = "-", boneyard: str = "0", trains: str = LYING
) -> list[tuple[str, bool]]:
    """Each doubt that this table raises about the scores: its text, and whether it means that the score is impossible."""
    table = read_position(f"double-six 6 {trains} {turn} {boneyard}")
    return [(doubt.text, doubt.is_impossible) for doubt in doubts_by_table(table, left, NAMES)]


OUT = HandLeft(0, is_out=True)


def test_a_score_that_fits_raises_no_doubt() -> None:
    assert doubts({1: OUT, 2: HandLeft(35, tiles=read_tiles("6-5 5-5 5-0 4-4 1-0"))}) == []
    assert doubts({1: OUT, 2: HandLeft(35)}) == []


def test_a_tile_that_lies_cannot_be_left() -> None:
    assert doubts({2: HandLeft(7, tiles=read_tiles("6-1"))}, turn="B2") == [
        ("Ben cannot have the 6-1 left: it is on the table.", True)
    ]


@pytest.mark.parametrize(
    ("left", "text"),
    [
        ({1: OUT, 2: HandLeft(34)}, "1 pip missing: the 1-0? The tiles not on the table come to 35 in all."),
        ({1: OUT, 2: HandLeft(33)}, "2 pips missing: the tiles not on the table come to 35 in all."),
    ],
)
def test_with_every_tile_accounted_for_a_difference_is_explained(left: dict[int, HandLeft], text: str) -> None:
    assert (text, False) in doubts(left, trains=LYING.replace("(5)", ""))


def test_too_many_pips_are_explained_too() -> None:
    sentences = doubts({1: OUT, 2: HandLeft(45)}, trains=LYING.replace("(5)", ""))

    assert sentences == [
        (
            "10 pips too many: was the 5-5 counted twice? The tiles not on the table come to only 35 in all.",
            False,
        )
    ]


def test_so_many_tiles_hold_so_many_pips() -> None:
    trains = LYING.replace("(5)", "(2)")

    assert doubts({1: OUT, 2: HandLeft(25)}, boneyard="3", trains=trains) == [
        ("Ben: any 2 of the tiles not on the table come to between 6 and 21 pips, not 25. Is 25 right?", False)
    ]


def test_who_is_out_is_what_the_table_says() -> None:
    assert doubts({1: HandLeft(5), 2: OUT}) == [
        ("According to the table, Ana has played every tile and is out, with nothing left. Is 5 right?", False),
        ("According to the table, Ben is not out and still has tiles left: 5. Did Ben really go out?", False),
    ]


def test_fewer_tiles_tapped_than_held() -> None:
    assert doubts({1: OUT, 2: HandLeft(11, tiles=read_tiles("6-5"))}) == [
        ("According to the table, the number of tiles Ben has left is 5, but you tapped 1. Is 1 right?", False)
    ]


# Ana holds one tile, Ben four, and it is Ben's turn; the 6-5 and the 6-4 are on the table.
UNFINISHED = "A(1):6-5/B(4):6-4/M"


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({1: OUT}, ["According to the table, Ana still has 1 tile left. Is the round over?"]),
        ({2: OUT}, ["According to the table, Ben still has 4 tiles left. Is the round over?"]),
        ({1: HandLeft(11)}, ["According to the table, Ana has 1 tile left, worth at most 10, not 11. Is 11 right?"]),
        (
            {2: HandLeft(3)},
            ["According to the table, Ben still has 4 tiles left, worth at least 5, not 3. Is the round over?"],
        ),
        ({2: HandLeft(37)}, ["According to the table, Ben has 4 tiles left, worth at most 36, not 37. Is 37 right?"]),
        (
            {2: HandLeft(5, tiles=read_tiles("4-1"))},
            ["According to the table, the number of tiles Ben has left is 4, but you tapped 1. Is 1 right?"],
        ),
        ({1: HandLeft(10), 2: HandLeft(36)}, []),
    ],
)
def test_scores_that_a_table_before_its_end_speaks_against_are_asked_about(
    left: dict[int, HandLeft], said: list[str]
) -> None:
    assert doubts(left, turn="B2", boneyard="9", trains=UNFINISHED) == [(text, False) for text in said]


def test_once_the_round_went_on_without_the_table_only_more_than_it_shows_is_strange() -> None:
    unfinished = ("According to the table, Ana still has 1 tile left. Is the round over?", False)
    fewer = {1: OUT, 2: HandLeft(3)}
    tapped = {1: OUT, 2: HandLeft(5, tiles=read_tiles("4-1"))}
    more = {1: OUT, 2: HandLeft(37)}

    assert doubts(fewer, turn="B2", boneyard="9", trains=UNFINISHED) == [unfinished]
    assert doubts(tapped, turn="B2", boneyard="9", trains=UNFINISHED) == [unfinished]
    assert doubts(more, turn="B2", boneyard="9", trains=UNFINISHED) == [
        unfinished,
        ("According to the table, Ben has 4 tiles left, worth at most 36, not 37. Is 37 right?", False),
    ]


def test_who_is_out_while_others_finish_their_first_turns_has_nothing_left() -> None:
    assert doubts({1: OUT, 2: HandLeft(9)}, turn="B1", boneyard="9", trains="A(0):6-5/B(4)/M") == []
    assert doubts({1: HandLeft(5)}, turn="B1", boneyard="9", trains="A(0):6-5/B(4)/M") == [
        ("According to the table, Ana has played every tile and is out, with nothing left. Is 5 right?", False)
    ]


def test_hands_that_nobody_counted_prove_nothing() -> None:
    assert doubts({1: OUT, 2: HandLeft(150)}, turn="B2", boneyard="?", trains="A:6-5/B:6-4/M") == []
