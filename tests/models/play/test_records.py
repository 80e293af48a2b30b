"""Records of tracked rounds are exported and imported."""

import pytest
from flask import Flask

from models.ledger.hands import released_hands
from models.ledger.moves import moves_of
from models.play.moves import lay_table
from models.play.pen import SheetError
from models.play.records import RecordImport, export_record, import_record
from rules import read_position, read_record, write_record
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table, make_table


@pytest.fixture
def store(sqlite_store: Flask) -> Flask:
    """SQLite only: a record is text, and its moves are entered like any others, which is tested on both databases."""
    return sqlite_store


RECORD = """
rules = "double-nine"
engine = 9
first = "B"
seats = { A = "Ana", B = "Ben", C = "Cai", D = "Dee" }
hands = { C = "9-5 8-4 6-6 6-1 5-2 4-1 3-0 2-2 2-0 1-0" }
moves = ["B 9-7-3-3@B", "B done", "C 9-5@C", "C done", "D --", "A 9-0@M !", "A 9-1@A", "A done"]
"""


def bring(table: Table, text: str) -> RecordImport:
    """Import a record into the first round."""
    return write(table.game, "Ana", import_record, table.sheet.rounds[0], read_record(text))


def test_a_record_goes_in_and_comes_out_as_it_was(table: Table) -> None:
    imported = bring(table, RECORD)

    assert (imported.moves, imported.failure) == (8, None)
    assert {line.entry for line in moves_of(table.game, 1)} == {1}
    exported = export_record(table.game, table.sheet.rounds[0], table.kept())
    assert write_record(exported) == write_record(read_record(RECORD))


def test_a_record_with_an_illegal_move_comes_in_up_to_it(table: Table) -> None:
    imported = bring(table, RECORD.replace("A 9-0@M !", "A 9-0@M"))

    failure = sure(imported.failure)
    assert (failure.index, failure.ruling.reasons[0]) == (5, "own-train-only")
    assert imported.moves == len(table.texts) == 5


def test_a_record_brings_its_scores(store: Flask) -> None:
    table = make_table("double-nine", "Ana Ben")

    imported = bring(
        table,
        'rules = "double-nine"\nengine = 9\nfirst = "A"\nseats = { A = "Ana", B = "Ben" }\ndealt = 1\n'
        'moves = ["A 9-7@A", "B --"]\nscores = { A = 0, B = 8 }',
    )

    assert imported.has_scores
    assert table.totals == {"Ana": 0, "Ben": 8}
    assert table.sheet.rounds[0].cells[table.seats["Ana"]].is_out


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("engine = 9", "engine = 8"), "from another round: double-nine, with the 8-8"),
        (('"double-nine"', '"double-nine[tap=1]"'), "from another round"),
        ((', D = "Dee"', ""), "3 players, but 4 are playing"),
    ],
)
def test_a_record_of_another_round_stays_out(table: Table, change: tuple[str, str], why: str) -> None:
    text = RECORD.replace(*change)
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("hands", "moves")))

    with pytest.raises(SheetError, match=why):
        bring(table, text)

    assert moves_of(table.game, 1) == ()


def test_players_of_a_record_are_found_by_name(table: Table) -> None:
    bring(table, RECORD.replace('A = "Ana", B = "Ben"', 'A = "ben", B = "Ana"'))

    assert table.kept().names == {"A": "Ben", "B": "Ana", "C": "Cai", "D": "Dee"}
    assert list(released_hands(table.game.id, 1)) == [table.seats["Cai"]]


def test_a_table_set_by_hand_is_exported_as_it_lay(table: Table) -> None:
    lies = read_position("double-nine 9 A:9-7-3-3/B*:9-4/C/D:9-8/M:9-1-6 B2 ?")
    write(table.game, "Dee", lay_table, table.sheet.rounds[0], lies)
    table.move("B 3-0@A")

    exported = export_record(table.game, table.sheet.rounds[0], table.kept())

    assert exported.start == lies
    assert read_record(write_record(exported)) == exported


def test_a_record_brings_scores_that_nobody_could_doubt_but_as_unlikely(table: Table) -> None:
    text = RECORD.replace("A 9-0@M !", "A 9-0@A").replace(', "A 9-1@A", "A done"', "")

    imported = bring(table, text + "scores = { A = 5, B = 8, C = 9, D = 30 }")

    assert (imported.failure, imported.has_scores) == (None, True)
    assert table.totals == {"Ana": 5, "Ben": 8, "Cai": 9, "Dee": 30}
