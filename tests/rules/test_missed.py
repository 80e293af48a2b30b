"""Duties that nobody saw to, said to whoever looks at a round again."""

import pytest

from rules import after, judge, read_move, read_position
from rules.referee.missed import missed_in

NAMES = {"A": "Ana", "B": "Ben", "C": "Cai"}
OWES = "double-nine 9 A:9-7-7/B:9-4/C:9-5/M:9-2 A3! 20"
NOTHING_LAID = "double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 A3 20"


def missed(table: str, move: str) -> list[str]:
    position = read_position(table)
    return missed_in(read_move(move), judge(position, move), after(position, move), [], NAMES)


@pytest.mark.parametrize("table", [OWES, NOTHING_LAID])
def test_who_stops_without_laying_a_tile_should_have_put_a_marker_up(table: str) -> None:
    assert missed(table, "A done !") == ["Ana stopped without laying a tile: a marker should have gone up."]


@pytest.mark.parametrize("table", [OWES, NOTHING_LAID])
def test_who_stops_with_a_marker_up_already_has_missed_nothing(table: str) -> None:
    assert missed(table.replace("A:", "A*:"), "A done !") == []
