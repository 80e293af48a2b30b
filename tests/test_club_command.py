"""Export and import of a club at the terminal."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.access.tokens import read_token
from models.ledger.clubs import Club, create_club
from tests.conftest import SECRET, pick, sure

Run = Callable[..., Result]


@pytest.fixture
def run(sqlite_store: Flask) -> Run:
    def run(*words: str) -> Result:
        return sqlite_store.test_cli_runner().invoke(args=list(words))

    run("demo")
    return run


def test_a_club_goes_out_and_comes_in_with_a_key_that_opens_it(sqlite_store: Flask, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(run("club", "export", "The Kitchen Table").output)

    result = run("club", "import", str(file))

    assert "10 nights, 10 games, 7 players added." in result.output
    new = db.session.scalars(select(Club).order_by(Club.id)).all()[1]
    assert sure(read_token(pick(r"/k/(\S+)", result.output), SECRET)).club_id == new.id


def test_into_a_club_that_is_there_nothing_comes_twice(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(run("club", "export", "The Kitchen Table").output)

    result = run("club", "import", str(file), "--into", "The Kitchen Table")

    assert result.output == "0 nights, 0 games, 0 players added.\n"


def test_what_is_no_club_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.json").write_text("nonsense")

    assert "cannot be read as JSON" in run("club", "import", str(tmp_path / "club.json")).output

    (tmp_path / "club.json").write_bytes(b'{"name": "Jos\xe9"}')
    assert "This file is not text in UTF-8." in run("club", "import", str(tmp_path / "club.json")).output
    assert "0 clubs are called Nobody" in run("club", "export", "Nobody").output
    assert run("club", "export", "Nobody").exit_code == 1


def test_an_apostrophe_as_a_keyboard_types_it_names_a_club_too(sqlite_store: Flask, run: Run) -> None:
    with writing():
        create_club("Ana’s table")

    assert '"Ana’s table"' in run("club", "export", "Ana's table").output


def test_a_club_called_like_the_address_of_another_does_not_stand_in_its_way(sqlite_store: Flask, run: Run) -> None:
    with writing():
        club = create_club("Thursday")
        create_club(club.ref)
    club_id = club.id

    exported, made = run("club", "export", club.ref), run("key", "new", club.ref, "manage")

    assert '"Thursday"' in exported.output
    assert sure(read_token(pick(r"/k/(\S+)", made.output), SECRET)).club_id == club_id
