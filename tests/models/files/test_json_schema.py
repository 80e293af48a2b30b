"""The schema of club files is generated from their types, and accepts the same files as the reader."""

import json
from typing import get_args

import jsonschema
from flask import Flask

from models.files.club_reader import FROM_A_PAGE
from models.files.fields import FileError, read_part
from models.files.json_schema import club_schema
from models.files.lines import LINES_OF_ROUND, LINES_OF_SHEET
from models.files.schema import ClubFile
from models.files.tournament_lines import LineOfTournament
from tests.models.files.conftest import SCHEMA
from tests.models.files.test_refusal import FACTS, WRONG, changed

VALIDATOR = jsonschema.Draft202012Validator(club_schema())


def test_the_schema_in_the_docs_is_the_one_that_is_made(app: Flask) -> None:
    assert SCHEMA.read_text() == app.test_cli_runner().invoke(args=["club", "schema"]).output


def test_a_file_that_was_written_fits_it() -> None:
    VALIDATOR.validate(FACTS)


def test_it_has_every_kind_of_line_apart() -> None:
    parts = {"FileGame": LINES_OF_SHEET, "FileRound": LINES_OF_ROUND, "FileTournament": get_args(LineOfTournament)}
    for part, kinds in parts.items():
        lines = club_schema()["$defs"][part]["properties"]["lines"]["items"]["oneOf"]
        assert [schema["$ref"].rpartition("/")[2] for schema in lines] == [kind.__name__ for kind in kinds]


def test_it_says_how_much_a_page_takes() -> None:
    assert all(f" {most} " in club_schema()["description"] for most in FROM_A_PAGE)


# Texts that only look right, and whole numbers with a fraction, which a schema accepts as whole. Only Python accepts a line end
# behind the last letter and halves of characters. A schema knows neither invisible letters nor those that are two once composed.
LOOK_RIGHT: tuple[object, ...] = (" \t ", "2026-02-30", 27.0, [9, 8.0], "abc\n", "A\ud800", "\ud800")
LOOK_RIGHT += (
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31",
    "\u200b",
    "A\ue000",
    "\u0958" * 8,
    "\u0958" * 40,
)


def test_it_refuses_what_the_types_refuse() -> None:
    files = [(place, to, json.loads(changed(place, to))) for place, to, *_ in WRONG if to not in LOOK_RIGHT]
    refused = [(place, to, facts) for place, to, facts in files if not is_of_its_types(facts)]

    assert len(refused) > 20
    assert [(place, to) for place, to, facts in refused if VALIDATOR.is_valid(facts)] == []


def is_of_its_types(facts: object) -> bool:
    """True if the reader's types accept this as a file."""
    try:
        return bool(read_part(facts, ClubFile))
    except FileError:
        return False
