"""A turn as everybody at the table sees it: which trains are open, and which doubles have to be covered."""

import pytest

from rules import read_position
from rules.referee.turn import has_to_be_covered


@pytest.mark.parametrize(
    ("table", "bound"),
    [
        ("double-nine 9 A:9-7-7/B:9-4/C:9-5/M:9-2 B3 20", ["A"]),
        ("double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2-2 B3 20", ["M"]),
        ("double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 B3 20", []),
        ("double-nine 9 A:9-7-7/B/C/M B1 20", []),
    ],
    ids=["on a train", "on the Mexican train", "no double", "a first turn"],
)
def test_d9_3_1_an_open_double_has_to_be_covered_and_nothing_else(table: str, bound: list[str]) -> None:
    position = read_position(table)

    assert [train.name for train in position.trains if has_to_be_covered(position, train)] == bound
