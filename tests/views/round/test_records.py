"""Records of rounds, out and in."""

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import begin, move


def test_a_record_is_taken_along_and_brought_in(ana: Phone, app: Flask, game: str, table: str) -> None:
    move(ana, table, "A 9-7@A", "A done", "B --")
    answer = ana.client.get(f"{table}/record.toml")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert '"A 9-7@A",' in answer.text

    eve = begin(app)
    other = eve.path
    eve.open(f"{other}/rounds/1/table/record")
    eve.send_on(text=answer.text)

    assert "3 moves were entered." in eve.text
    assert eve.client.get(f"{other}/rounds/1/table/record.toml").text == answer.text


def test_a_file_that_is_none_is_no_fault(ana: Phone, table: str) -> None:
    ana.open(f"{table}/record")

    assert ana.send(file="abc").status_code == 422


def test_a_record_stops_where_it_is_refused(ana: Phone, table: str) -> None:
    text = ana.client.get(f"{table}/record.toml").text.replace("moves = [", 'moves = ["A 9-7@A", "A 3-1@A",')
    ana.open(f"{table}/record")

    ana.send_on(text=text)

    assert "1 move was entered. The record stops at move 2, A 3-1@A: The 3-1 does not fit" in ana.text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Choose a file, or paste its text."),
        ("nonsense", "not TOML"),
        ('rules = "double-six"', "engine: is missing"),
        (f'rules = "double-six"\nengine = {"9" * 5000}', "not TOML"),
        (f'rules = "double-six"\nengine = 0x{"f" * 5000}', "this set has no such double"),
    ],
)
def test_what_is_no_record_is_refused(ana: Phone, table: str, text: str, why: str) -> None:
    ana.open(f"{table}/record")

    answer = ana.send(text=text)

    assert answer.status_code == 422
    assert why in answer.text
