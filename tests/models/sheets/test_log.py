"""The log in words: every line of a sheet and of a tracked round, as people at the table would say it."""

import pytest
from flask import Flask

from models.ledger.lines import (
    Arrival,
    Confirmation,
    Departure,
    NewRules,
    Payload,
    Penalty,
    Score,
    Seating,
    Stop,
    Strike,
    WentOn,
)
from models.ledger.moves import MoveMade, MoveStruck, RoundLine, TableLaid
from models.sheets.log import line_in_words, move_line_in_words
from models.store.columns import now
from tests.models.conftest import Table

ANA, BEN = 1, 2
NAMES = {"A": "Ana", "B": "Ben"}


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: the words are made from a sheet that is already loaded."""
    return sqlite_store


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (Score(round=1, seat=ANA, pips=34, is_out=False, text="34"), "Round 1, Ana: 34"),
        (Score(round=1, seat=ANA, pips=0, is_out=True, text="0"), "Round 1, Ana: went out"),
        (Penalty(2, BEN, 10, "Peeked"), "Ben: penalty of 10 in round 2. Peeked"),
        (Arrival(3, BEN, 12), "Ben joins in round 3, starting with 12"),
        (Departure(3, BEN), "Ben leaves before round 3"),
        (Confirmation(1, BEN), "Round 1: Ben confirms the scores"),
        (Confirmation(1, None), "Round 1: the referee confirms the scores"),
        (Seating.of((BEN, ANA)), "Seats, clockwise: Ben and Ana"),
        (Seating.of((BEN, 99)), "Seats, clockwise: Ben and ?"),
        (NewRules.of("double-nine", (9, 8)), "Rules: double-nine; starting doubles: 9, 8"),
        (Strike(strikes=7), "Line 7 crossed out"),
        (Stop(), "The game is stopped"),
        (WentOn(), "The game continues"),
    ],
)
def test_every_line_of_a_sheet_is_said(table: Table, payload: Payload, words: str) -> None:
    assert [table.seats[name] for name in ("Ana", "Ben")] == [ANA, BEN]

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
def test_every_line_of_a_kept_round_is_said(payload: MoveMade | TableLaid | MoveStruck, words: str) -> None:
    assert move_line_in_words(RoundLine(number=1, entry=1, payload=payload, by="Ana", at=now()), NAMES) == words
