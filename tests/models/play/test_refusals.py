"""Tables that no round accepts, and the answer to a refused move: why, since when, and which line might be wrong."""

import pytest
from flask import Flask

from models.ledger.moves import moves_of
from models.play.moves import MoveClash, SuspectLine, lay_table
from models.play.pen import SheetError
from rules import read_position
from rules.referee.question import Reason
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: a move is refused before anything is written."""
    return sqlite_store


def lay(table: Table, notation: str) -> None:
    """Lay the table of the first round from notation."""
    write(table.game, "Dee", lay_table, table.sheet.rounds[0], read_position(notation))


def overtaken(table: Table, text: str) -> MoveClash:
    """Try a move from a phone that has not seen the last line. Returns the answer."""
    answer = table.move(text, by="Cai", seen=table.kept().revision - 1)
    assert isinstance(answer, MoveClash)
    return answer


@pytest.mark.parametrize(
    "notation",
    [
        "double-twelve 9 A^(10)/B(10)/C(10)/D(10)/M A1 50",
        "double-nine 8 A^(10)/B(10)/C(10)/D(10)/M A1 14",
        "double-nine 9 A^(10)/B(10)/C(10)/M A1 24",
    ],
    ids=["other rules", "another engine", "fewer seats"],
)
def test_a_table_of_another_round_is_not_laid(table: Table, notation: str) -> None:
    with pytest.raises(SheetError, match="This table or record is from another round"):
        lay(table, notation)

    assert moves_of(table.game, 1) == ()


def test_a_move_that_comes_second_is_told_why_it_would_be_refused_now(table: Table) -> None:
    table.keep()
    table.move("A 9-7@A")

    refused = sure(overtaken(table, "A 9-5@A").refused)

    assert refused.ruling.reasons[0] == Reason.NO_MATCH
    assert refused.can_be_agreed is False


@pytest.mark.parametrize("text", ["A 7-3@A", "A 9-4@M !"], ids=["legal", "agreed to"])
def test_a_move_that_comes_second_and_could_be_entered_is_not_refused(table: Table, text: str) -> None:
    table.keep()
    table.move("A 9-7@A")

    assert overtaken(table, text).refused is None


def test_a_tile_that_a_move_laid_leads_to_its_line(table: Table) -> None:
    table.keep()
    for text in ("A 9-7@A", "A done"):
        table.move(text)

    assert table.refused("B 9-7@B").suspect == SuspectLine(2, "The 9-7 is on Ana’s train. Was that a mistake?")


def test_a_tile_that_lay_on_the_newest_table_leads_to_that_table(table: Table) -> None:
    table.keep()
    table.move("A 9-7@A")
    lay(table, "double-nine 9 A(5):9-7-3-3/B(6)*:9-4/C(7)/D(5):9-8/M:9-1-6 B2 12")

    suspect = sure(table.refused("B 9-8@B").suspect)

    assert suspect.line == table.kept().opened == 3
    assert "9-8" in suspect.question


def test_a_tile_that_lies_cannot_be_drawn_and_leads_to_the_line_that_laid_it(table: Table) -> None:
    table.keep()
    for text in ("A 9-7@A", "A 7-1@A", "A done"):
        table.move(text)

    assert table.refused("B +7-1").suspect == SuspectLine(3, "The 7-1 is on Ana’s train. Was that a mistake?")
