"""Export and import of a round's record."""

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import begin, move
from tests.views.game.conftest import fill, refused


def test_a_record_is_taken_along_and_brought_in(ana: Phone, app: Flask, table: str) -> None:
    move(ana, table, "A 9-7@A", "A done", "B --")
    answer = ana.client.get(f"{table}/record.toml")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert '"A 9-7@A",' in answer.text

    eve = begin(app)
    address = f"{eve.path}/rounds/1/table/record"
    fill(eve, address, text=answer.text)

    assert "3 moves were entered." in eve.text
    assert eve.client.get(f"{address}.toml").text == answer.text


def test_a_record_stops_where_it_is_refused(ana: Phone, table: str) -> None:
    text = ana.client.get(f"{table}/record.toml").text.replace("moves = [", 'moves = ["A 9-7@A", "A 3-1@A",')

    fill(ana, f"{table}/record", text=text)

    assert "1 move was entered. The import stopped at move 2, A 3-1@A: The 3-1 does not fit" in ana.text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Choose a file, or paste its text."),
        ("nonsense", "not TOML"),
        ('rules = "double-six"', "engine is missing"),
        (f'rules = "double-six"\nengine = {"9" * 5000}', "not TOML"),
        (f'rules = "double-six"\nengine = 0x{"f" * 5000}', "this set has no such double"),
    ],
)
def test_what_is_no_record_is_refused(ana: Phone, table: str, text: str, why: str) -> None:
    assert why in refused(ana, f"{table}/record", text=text).text


def test_a_record_of_others_with_scores_says_how_it_was_taken(app: Flask) -> None:
    eve = begin(app, names=("Eve", "Fay"))
    game = eve.path
    record = (
        'rules = "double-nine"\nengine = 9\nfirst = "A"\nseats = { A = "Ana", B = "Ben" }\ndealt = 1\n'
        'moves = ["A 9-7@A", "B --"]\nscores = { A = 0, B = 8 }'
    )

    fill(eve, f"{game}/rounds/1/table/record", text=record)

    assert "2 moves were entered. The scores in the record were entered too." in eve.text
    assert "The names in the record are different: the players were matched in order around the table." in eve.text
    assert "Total 0 8" in eve.read(game)


def test_a_file_that_is_none_is_no_fault(ana: Phone, table: str) -> None:
    refused(ana, f"{table}/record", file="abc")


def test_a_record_has_an_end(ana: Phone, table: str) -> None:
    assert "This is too long." in refused(ana, f"{table}/record", text="x" * 60_001).text
