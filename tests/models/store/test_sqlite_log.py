"""SQLite's write-ahead log is written into the database file, but only when there is something new in it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from models.store import sqlite_log
from models.store.sqlite_log import WriteAheadLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the database."""
    return tmp_path / "club.db"


@pytest.fixture
def log(path: Path) -> WriteAheadLog:
    """The log of the database."""
    return WriteAheadLog(path)


@pytest.fixture
def phone(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that stays open, as the server's do, so that SQLite leaves the log beside the database file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("CREATE TABLE clubs (name)")
        yield connection


def clubs_in_the_file(path: Path) -> int:
    """The number of clubs in a copy of the file alone, without the log beside it."""
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        return len(connection.execute("SELECT name FROM clubs").fetchall())


def test_what_was_committed_comes_into_the_file(path: Path, log: WriteAheadLog, phone: sqlite3.Connection) -> None:
    log.write_down()
    phone.execute("INSERT INTO clubs VALUES ('The Kitchen Table')")
    assert clubs_in_the_file(path) == 0

    log.write_down()

    assert clubs_in_the_file(path) == 1


def test_nothing_is_written_where_nothing_is_new(
    log: WriteAheadLog, phone: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.write_down()
    stamp = log.written_down
    # In this module alone: what counts the tests' lines opens a database too.
    monkeypatch.setattr(sqlite_log, "sqlite3", SimpleNamespace(connect=lambda *_, **__: pytest.fail("it was opened")))

    log.write_down()

    assert stamp and log.written_down == stamp


@pytest.mark.usefixtures("phone")
def test_a_long_log_is_cut(log: WriteAheadLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_log, "LONGEST", 0)

    log.write_down()
    log.write_down()

    assert log.log.stat().st_size == 0


def test_while_somebody_reads_it_is_tried_again_later(
    path: Path, log: WriteAheadLog, phone: sqlite3.Connection
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM clubs").fetchall()
        phone.execute("INSERT INTO clubs VALUES ('The Kitchen Table')")
        log.write_down()
        assert log.written_down is None

    log.write_down()

    assert log.written_down is not None
    assert clubs_in_the_file(path) == 1


def test_without_a_log_nothing_happens(log: WriteAheadLog, tmp_path: Path) -> None:
    log.write_down()

    assert log.written_down is None
    assert list(tmp_path.iterdir()) == []
