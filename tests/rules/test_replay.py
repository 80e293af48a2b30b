"""Hands that are followed move by move: known while every tile that comes to them is shown."""

import pytest

from rules import Tile, read_move, read_position, read_tiles
from rules.referee.replay import hands_after

BEGINS = read_position("double-nine 9 A/B/C/M A1 20")
HAND = read_tiles("9-7 7-4 1-0")


@pytest.mark.parametrize(
    ("moves", "hand"),
    [
        ([], HAND),
        (["A 9-7-4@A", "A done"], read_tiles("1-0")),
        (["A +8-2"], read_tiles("9-7 7-4 1-0 8-2")),
        (["A +"], None),
        (["B 9-5@B", "B +"], HAND),
        (["A --"], HAND),
    ],
    ids=["nothing", "tiles laid", "a tile drawn and shown", "a tile drawn and hidden", "others", "a pass"],
)
def test_a_hand_is_known_as_long_as_its_tiles_are(moves: list[str], hand: tuple[Tile, ...] | None) -> None:
    assert hands_after({"A": HAND}, map(read_move, moves), BEGINS).get("A") == hand
