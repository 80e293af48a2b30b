"""The health page for monitoring the server: what it says when all is well, and in every kind of trouble."""

import errno
import os
import socket
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import NoReturn

import pytest
from flask import Flask
from flask_migrate import stamp
from sqlalchemy import MetaData, Table
from werkzeug.test import TestResponse

from models import db
from models.store import health
from models.store.database import sqlite_path
from models.store.health import Health, HealthCheck
from tests.conftest import make_app, sure
from tests.many_machines import OF_TESTS
from tests.phone import Phone

GOOD = ["good: the database answers", "good: the database’s tables are up to date", "good: the disk can be written to"]
# Nobody waits longer for an answer, even on a busy machine. A database that is away would keep them for half a minute.
LONGEST = 10.0


def forget(app: Flask) -> None:
    """Forget the last health check, so that the next request makes a new one."""
    app.extensions["health"].newest = None


def ask(app: Flask) -> TestResponse:
    """The answer to a new health check, which must come in time."""
    forget(app)
    started_at = time.monotonic()
    answer = app.test_client().get("/health")
    assert time.monotonic() - started_at < LONGEST
    assert answer.status_code == (200 if answer.text.splitlines() == GOOD else 503)
    return answer


def forget_migrations(app: Flask) -> None:
    """Drop the table that says which migrations have been run."""
    with app.app_context(), db.engine.execution_options(**OF_TESTS).begin() as connection:
        Table("alembic_version", MetaData()).drop(connection, checkfirst=True)


@pytest.fixture
def served(served: Flask) -> Iterator[Flask]:
    """The whole app with tables at the newest migration, on each database."""
    with served.app_context():
        stamp()
    yield served
    forget_migrations(served)


def test_every_check_has_a_plain_line(served: Flask) -> None:
    answer = ask(served)

    assert answer.text.splitlines() == GOOD
    assert answer.mimetype == "text/plain"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_it_reads_no_session_and_is_no_wrong_link(ana: Phone) -> None:
    ana.client.application.config["ROUNDHOUSE_WRONG_LINKS"] = 1
    forget(ana.client.application)

    for _ in range(5):
        answer = ana.client.get("/health")
        assert answer.status_code == 503
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("revision", ["0001", "0008"])
def test_tables_of_an_older_version_or_of_no_migration_are_not_up_to_date(served: Flask, revision: str) -> None:
    told = [GOOD[0], "bad: the database’s tables are not up to date", GOOD[2]]

    with served.app_context():
        stamp(revision=revision)
    assert ask(served).text.splitlines() == told

    forget_migrations(served)
    assert ask(served).text.splitlines() == told


def test_a_full_disk_is_told(served: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(**_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", is_full)

    assert ask(served).text.splitlines() == [*GOOD[:2], "bad: the disk cannot be written to"]


def test_a_folder_that_is_gone_is_told(served: Flask) -> None:
    served.extensions["health"].folder /= "gone"
    try:
        assert ask(served).text.splitlines() == [*GOOD[:2], "bad: the disk cannot be written to"]
    finally:
        served.extensions["health"].folder = served.extensions["health"].folder.parent


def test_a_database_file_that_is_read_only_is_told(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    file = sure(sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"]))
    # The tests may run as root, who may write everything.
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (file, os.W_OK))

    assert ask(app).text.splitlines()[2] == "bad: the disk cannot be written to"


def test_somebody_who_writes_is_no_trouble(app: Flask) -> None:
    with app.app_context():
        stamp()
    file = sure(sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"]))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")

        assert ask(app).text.splitlines() == GOOD


def test_a_locked_sqlite_is_told_in_time(app: Flask) -> None:
    file = sure(sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"]))
    with app.app_context():
        stamp()
        db.engine.dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")

        answer = ask(app)

        assert answer.text.splitlines()[0] == "bad: the database does not answer"
        assert answer.text.splitlines()[2] == GOOD[2]


@pytest.mark.parametrize("is_listening", [False, True], ids=["refuses", "says nothing"])
def test_a_postgresql_that_is_away_is_told_in_time(is_listening: bool) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if is_listening:
            server.listen()
        app = make_app(f"postgresql+psycopg://somebody:secret@127.0.0.1:{server.getsockname()[1]}/roundhouse")

        answer = ask(app)

    assert answer.text.splitlines() == [
        "bad: the database does not answer",
        "bad: no way to tell whether the database’s tables are up to date",
        GOOD[2],
    ]


def test_a_stranger_who_asks_often_costs_one_look_a_second(
    app: Flask, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    with app.app_context():
        stamp()
    ask(app)
    said.clear()
    monkeypatch.setattr(health, "FRESH_SECONDS", 60.0)

    assert {app.test_client().get("/health").status_code for _ in range(50)} == {200}

    assert said == []


def test_a_look_that_hangs_is_joined_by_no_second_one(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, over = [], threading.Event()

    def hang(*_: object) -> bool:
        calls.append("look")
        return over.wait(60)

    monkeypatch.setattr(health, "WAIT_SECONDS", 0.1)
    monkeypatch.setattr(health, "_takes_files", hang)
    check = HealthCheck(app.extensions["health"].migrations, app.extensions["health"].folder)
    with app.app_context():
        looks = [check.look(db.engine) for _ in range(20)]
    over.set()

    assert looks == [Health()] * 20
    assert len(calls) == 1
