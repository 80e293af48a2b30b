"""The log in words: every line of a sheet and of a tracked round, as people at the table would say it."""

import pytest

from models.ledger import lines
from models.ledger.moves import MoveMade, MoveStruck, RoundLine, TableLaid
from models.sheets.log import line_in_words, move_line_in_words
from models.store.columns import now
from tests.models.conftest import Table

ANA, BEN = 1, 2
NAMES = {"A": "Ana", "B": "Ben"}
# Only on SQLite: the words are made from a sheet that is already loaded.
pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (lines.Score(round=1, seat=ANA, pips=34, is_out=False, text="34"), "Round 1, Ana: 34"),
        (lines.Score(round=1, seat=ANA, pips=0, is_out=True, text="0"), "Round 1, Ana: went out"),
        (lines.Penalty(2, BEN, 10, "Peeked"), "Ben: penalty of 10 in round 2. Peeked"),
        (lines.Arrival(3, BEN, 12), "Ben joins in round 3, starting with 12"),
        (lines.Departure(3, BEN), "Ben leaves before round 3"),
        (lines.Confirmation(1, BEN), "Round 1: Ben confirms the scores"),
        (lines.Confirmation(1, None), "Round 1: the referee confirms the scores"),
        (lines.Seating.of((BEN, ANA)), "Seats, clockwise: Ben and Ana"),
        (lines.Seating.of((BEN, 99)), "Seats, clockwise: Ben and ?"),
        (lines.NewRules.of("double-nine", (9, 8)), "Rules: double-nine; starting doubles: 9, 8"),
        (lines.Strike(strikes=7), "Line 7 crossed out"),
        (lines.Stop(), "The game is stopped"),
        (lines.WentOn(), "The game continues"),
    ],
)
def test_every_line_of_a_sheet_is_said(table: Table, payload: lines.Payload, words: str) -> None:
    assert line_in_words(table.sheet, payload) == words


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (MoveMade("A 9-7@A"), "Ana plays 9-7 on Ana’s train."),
        (MoveMade("C --"), "C passes: a marker is up."),
        (TableLaid("double-nine 9 A/B^/M B1 30", (ANA, BEN)), "The round starts: Ben goes first."),
        (TableLaid("double-nine 9 A:9-7/B/M B1 30", (ANA, BEN)), "The table as entered: double-nine 9 A:9-7/B/M B1 30"),
        (MoveStruck(strikes=3), "Line 3 crossed out"),
    ],
)
@pytest.mark.usefixtures("store")
def test_every_line_of_a_kept_round_is_said(payload: MoveMade | TableLaid | MoveStruck, words: str) -> None:
    assert move_line_in_words(RoundLine(number=1, entry=1, payload=payload, by="Ana", at=now()), NAMES) == words
