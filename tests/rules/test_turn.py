"""A turn as everybody at the table sees it: which trains are open, and which doubles have to be covered."""

import pytest

from rules import read_position
from rules.referee.turn import has_to_be_covered


@pytest.mark.parametrize(
    ("table", "bound"),
    [
        ("A:9-7-7/B:9-4/C:9-5/M:9-2 B3", ["A"]),
        ("A:9-7/B:9-4/C:9-5/M:9-2-2 B3", ["M"]),
        ("A:9-7/B:9-4/C:9-5/M:9-2 B3", []),
        ("A:9-7-7/B/C/M B1", []),
    ],
)
def test_d9_3_1_an_open_double_has_to_be_covered_except_on_a_first_turn(table: str, bound: list[str]) -> None:
    position = read_position(f"double-nine 9 {table} 20")

    assert [train.name for train in position.trains if has_to_be_covered(position, train)] == bound
