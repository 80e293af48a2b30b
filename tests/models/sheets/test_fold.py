"""The tiles or pips left in a hand, read back from the score as it was typed."""

import pytest

from models.sheets.fold import read_left
from rules import read_tiles
from rules.scores.left_in_hand import HandLeft


@pytest.mark.parametrize(
    ("text", "pips", "left"),
    [
        ("34", 34, HandLeft(34, parts=(34,))),
        ("12 7", 19, HandLeft(19, parts=(12, 7))),
        ("9-7 4-1", 21, HandLeft(21, tiles=read_tiles("9-7 4-1"))),
        ("thirty", 30, HandLeft(30)),
    ],
    ids=["a number", "a sum", "tiles", "words of an older version"],
)
def test_a_score_is_read_back_as_far_as_its_text_says(text: str, pips: int, left: HandLeft) -> None:
    assert read_left(text, pips, is_out=False) == left
