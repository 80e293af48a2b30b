"""Forgotten duties, shown to players who review a round."""

import pytest

from rules import after, judge, read_move, read_position
from rules.referee.missed import missed_between, missed_in

NAMES = {"A": "Ana", "B": "Ben", "C": "Cai"}
OWES = "double-nine 9 A:9-7-7/B:9-4/C:9-5/M:9-2 A3! 20"
NOTHING_LAID = "double-nine 9 A:9-7/B:9-4/C:9-5/M:9-2 A3 20"


def missed(table: str, move: str) -> list[str]:
    """The forgotten duties of the player who makes this move, with the hand hidden."""
    position = read_position(table)
    return missed_in(read_move(move), judge(position, move), after(position, move), [], NAMES)


def test_a_run_that_ends_as_it_may_has_nothing_missed() -> None:
    assert missed("double-nine 9 A:9-7-4/B/C/M A1 20", "A done") == []


@pytest.mark.parametrize("table", [OWES, NOTHING_LAID])
def test_who_stops_without_laying_a_tile_should_have_put_a_marker_up_unless_one_is_up(table: str) -> None:
    assert missed(table, "A done !") == ["Ana stopped without playing a tile: a marker should have gone up."]
    assert missed(table.replace("A:", "A*:"), "A done !") == []


def test_a_seat_that_is_not_at_the_table_has_missed_nothing() -> None:
    assert missed(NOTHING_LAID, "H -- !") == []


def between(trains_before: str, trains_now: str) -> list[str]:
    """The markers reported as wrong when one table is replaced by another that was entered by hand."""
    before, now = (read_position(f"double-nine 9 {trains}/M A3 20") for trains in (trains_before, trains_now))
    return missed_between(before, now, NAMES)


def test_a_marker_that_has_gone_or_come_between_two_tables_is_named() -> None:
    assert between("A*:9-7/B:9-4/C:9-5", "A:9-7/B*:9-4/C:9-5") == [
        "When the table was entered by hand, Ana had no marker. Going by the earlier moves, one should have been up.",
        "When the table was entered by hand, Ben had a marker. Going by the earlier moves, it should have come off, or never have gone up.",
    ]


def test_markers_as_they_were_are_nothing_to_tell() -> None:
    assert between("A*:9-7/B:9-4/C", "A*:9-7-1/B:9-4/C:9-5") == []
