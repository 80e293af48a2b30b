"""A full, read-only, busy or unreachable database loses nothing it has acknowledged, and the page keeps what was sent."""

import io
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from models import db
from tests.phone import Phone
from tests.views.conftest import hand


@contextmanager
def each_connection(app: Flask, words: Callable[[], str]) -> Iterator[None]:
    """Run this statement each time a connection is taken from the pool."""

    def say(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(words())

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", say)
    yield
    event.remove(engine, "checkout", say)


@pytest.fixture
def full(app: Flask) -> Iterator[Callable[[bool], None]]:
    """A switch: while it is on, the disk has no room for another page of the database."""
    limit = [1_000_000]

    def switch(is_full: bool) -> None:
        with app.app_context(), db.engine.connect() as connection:
            limit[0] = connection.exec_driver_sql("PRAGMA page_count").scalar_one() if is_full else 1_000_000

    with each_connection(app, lambda: f"PRAGMA max_page_count={limit[0]}"):
        yield switch


def enter_until_refused(ana: Phone, game: str, seats: list[str]) -> tuple[int, TestResponse]:
    """Enter scores until the server refuses one. Return the number of acknowledged scores and the refusal."""
    for pips in range(1, 2000):
        ana.open(f"{game}/rounds/1")
        answer = ana.send(**hand(seats[1], str(pips % 90 + 1)))
        if answer.status_code != 303:
            return pips - 1, answer
    raise AssertionError("the disk never got full")


def test_a_full_disk_is_said_with_what_was_typed_and_nothing_acknowledged_is_lost(
    ana: Phone, game: str, seats: list[str], full: Callable[[bool], None]
) -> None:
    full(True)
    count, answer = enter_until_refused(ana, game, seats)
    last, next = (f"Ben: {pips % 90 + 1}" for pips in (count, count + 1))

    ana.page = answer
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "The disk is full or read-only" in ana.text
    assert f"it is waiting here: {next} " in ana.text
    assert ana.open(game).status_code == 200
    assert f"Round 1, {last}" in ana.read(f"{game}/log")

    full(False)
    ana.page = answer
    assert ana.send(f"{game}/rounds/1").status_code == 303
    assert f"Round 1, {next}" in ana.read(f"{game}/log")


def test_a_read_only_database_is_read_and_says_that_it_keeps_nothing(
    app: Flask, ana: Phone, game: str, seats: list[str]
) -> None:
    ana.open(f"{game}/rounds/1")

    with each_connection(app, lambda: "PRAGMA query_only = 1"):
        ana.page = ana.send(**hand(seats[1], "34"))

        assert ana.page.status_code == 503
        assert "The disk is full or read-only" in ana.text
        assert ana.open(game).status_code == 200


class _GoneError(Exception):
    """The driver's error when the database does not answer."""

    sqlstate = None


@pytest.fixture
def lose_the_answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function after which the database commits once more, but the connection breaks."""
    commit = db.session.commit

    def keep_and_break() -> NoReturn:
        commit()
        monkeypatch.undo()
        raise OperationalError("COMMIT", {}, _GoneError("server closed the connection unexpectedly"))

    return lambda: monkeypatch.setattr(db.session, "commit", keep_and_break)


def test_a_commit_whose_answer_was_lost_is_found_by_its_form(
    ana: Phone, game: str, seats: list[str], lose_the_answer: Callable[[], None]
) -> None:
    ana.open(f"{game}/rounds/1")
    lose_the_answer()
    ana.page = ana.send(**hand(seats[1], "34"))
    assert ana.page.status_code == 503

    ana.send_on(f"{game}/rounds/1")

    assert ana.path == game
    assert ana.read(f"{game}/log").count("Round 1, Ben: 34") == 1


def test_a_club_whose_answer_was_lost_is_the_phones_all_the_same(
    zoe: Phone, lose_the_answer: Callable[[], None]
) -> None:
    zoe.open("/start")
    lose_the_answer()
    zoe.page = zoe.send(**{"players-0": "Zoe", "players-1": "Ben"})
    assert zoe.page.status_code == 503

    assert zoe.send_on("/start").status_code == 200


@pytest.fixture
def away(ana: Phone, game: str, seats: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ana has a round open, and no statement reaches the database anymore."""
    ana.open(f"{game}/rounds/1")

    def fail(*_args: object, **_more: object) -> NoReturn:
        raise OperationalError("SELECT", {}, _GoneError("connection refused"))

    for name in ("execute", "scalar", "scalars"):
        monkeypatch.setattr(db.session, name, fail)
    monkeypatch.setattr("views.shared.once.begin_writing", fail)


def test_a_page_that_cannot_be_read_says_so_without_the_database(ana: Phone, game: str, away: None) -> None:
    ana.page = ana.client.get(f"{game}/log?x=1")

    assert ana.page.status_code == 503
    assert "The database is not answering" in ana.text
    assert f'href="{game}/log?x=1" data-again="/"' in ana.page.text


def test_what_was_sent_meanwhile_waits_on_the_page(ana: Phone, game: str, seats: list[str], away: None) -> None:
    ana.page = ana.send(**hand(seats[1], "12+<b>7"))

    assert ana.page.status_code == 503
    assert re.search(r'<form method="post" action="[^"]+/rounds/1" data-again="/">', ana.page.text)
    assert 'value="12+&lt;b&gt;7"' in ana.page.text


def test_a_fault_of_ours_is_no_trouble_of_the_database(ana: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> NoReturn:
        try:
            sqlite3.connect(":memory:").execute("SELECT nonsense")
        except sqlite3.Error as error:
            raise OperationalError("SELECT nonsense", {}, error) from None
        raise AssertionError

    monkeypatch.setattr("views.club.home.open_games", fail)

    assert ana.open("/").status_code == 500


def test_pasted_text_waits_too_where_no_file_was_chosen(ana: Phone, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ana.open(f"{club}/scores")
    fields = ana.fields | {"text": "Round,Ana,Ben", "file": (io.BytesIO(b""), "")}

    def fail(*_args: object) -> None:
        raise OperationalError("BEGIN", {}, _GoneError("gone"))

    monkeypatch.setattr("views.shared.once.begin_writing", fail)
    ana.page = ana.client.post(f"{club}/scores", data=fields, content_type="multipart/form-data")

    assert ana.page.status_code == 503
    assert "Round,Ana,Ben" in ana.text.partition("it is waiting here:")[2]


def test_a_page_that_is_read_before_the_database_goes_away_is_answered(
    app: Flask, ana: Phone, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        dialect = db.engine.dialect
    rollbacks: list[str] = []

    def fail(*_: object) -> NoReturn:
        rollbacks.append("ROLLBACK")
        raise sqlite3.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patch:
        patch.setattr(dialect, "do_rollback", fail)
        patch.setattr(dialect, "is_disconnect", lambda *_: True)
        answers = [ana.open(f"{game}/rounds/1").status_code for _ in range(2)]

    assert answers == [200, 200]
    assert len(rollbacks) >= 2
    assert ana.open(game).status_code == 200
