"""Club files, written and read: the file of a club, and a club from its file."""

import json
from pathlib import Path

import jsonschema
import pytest

from models import db
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.files.import_plan import ImportSummary
from models.ledger.clubs import Club
from models.ledger.nights import Night
from tests.models.conftest import Table

SCHEMA = Path(__file__).parents[3] / "docs" / "club-file.schema.json"


@pytest.fixture
def played(table: Table) -> Table:
    """A game whose first round is entered and saved."""
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    db.session.commit()
    return table


def text_of(club: Club, only: Night | None = None) -> str:
    """The file of a club, or of one of its nights."""
    return "".join(write_club(club, only))


def bring_in(text: str, club: Club) -> ImportSummary:
    """Import a file into a club."""
    return import_club(read_club(text), club)


def club_from(text: str) -> Club:
    """A new club, with everything from a file."""
    file = read_club(text)
    club = create_club_from_file(file)
    import_club(file, club)
    return club


def empty() -> None:
    """Delete every row of every table."""
    db.session.remove()
    for table in reversed(db.metadata.sorted_tables):
        db.session.execute(table.delete())
    db.session.commit()


def brought_back(club: Club) -> Club:
    """The club from its own file in an empty database, where its file is the same and fits the schema."""
    text = text_of(club)
    jsonschema.validate(json.loads(text), json.loads(SCHEMA.read_text()))
    empty()

    club = club_from(text)

    assert text_of(club) == text
    return club
