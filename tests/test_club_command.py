"""A club out and in at the terminal."""

import re

import pytest
from sqlalchemy import select

from models import db
from models.access.tokens import read_token
from models.ledger.clubs import Club


@pytest.fixture
def run(sqlite_store):
    def run(*words: str):
        return sqlite_store.test_cli_runner().invoke(args=list(words))

    run("demo")
    return run


def test_a_club_goes_out_and_comes_in_with_a_key_that_opens_it(sqlite_store, run, tmp_path):
    file = tmp_path / "club.json"
    file.write_text(run("club", "export", "The Thursday table").output)

    result = run("club", "import", str(file))

    assert "10 nights, 10 games, 7 players are new." in result.output
    new = db.session.scalars(select(Club).order_by(Club.id)).all()[1]
    assert read_token(re.search(r"/k/(\S+)", result.output)[1], sqlite_store.secret_key).club_id == new.id


def test_into_a_club_that_is_there_nothing_comes_twice(run, tmp_path):
    file = tmp_path / "club.json"
    file.write_text(run("club", "export", "The Thursday table").output)

    result = run("club", "import", str(file), "--into", "The Thursday table")

    assert result.output == "0 nights, 0 games, 0 players are new.\n"


def test_what_is_no_club_is_said(run, tmp_path):
    (tmp_path / "club.json").write_text("nonsense")

    assert "cannot be read as JSON" in run("club", "import", str(tmp_path / "club.json")).output
    assert "0 clubs are called Nobody" in run("club", "export", "Nobody").output
    assert run("club", "export", "Nobody").exit_code == 1
