"""The cast, and the machines they play on: a database of each kind, a browser, a server."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import inspect, text

from app import LIMITS, create_app
from bench.postgres import find_postgres, run_postgres
from models import db

IN_CI = os.environ.get("CI") == "true"


# What the look-up's tests found, said at the end of the run.
LOOKED_UP = pytest.StashKey[list[str]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for said in config.stash.get(LOOKED_UP, []):
        terminalreporter.write_line(said)


def missing(what: str) -> None:
    """Skip with a reason where somebody develops; fail where it decides whether work lands."""
    if IN_CI:
        pytest.fail(f"{what} is missing, and nothing may be skipped here")
    pytest.skip(f"{what} is not on this machine")


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """A PostgreSQL server of our own for as long as the tests run."""
    programs = find_postgres()
    if programs is None:
        missing("PostgreSQL")
    # Not in the tests' own folder: another run of them would close it to the server's user.
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder, run_postgres(programs, Path(folder)) as address:
        yield address


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them, made once and copied for every test."""
    path = tmp_path_factory.mktemp("empty") / "test.db"
    app = make_app(f"sqlite:///{path}")
    with app.app_context():
        db.create_all()
        # Everything has to be in the one file that is copied.
        with db.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.engine.dispose()
    return path


@pytest.fixture
def sqlite_address(empty_sqlite: Path, tmp_path: Path) -> str:
    shutil.copy(empty_sqlite, tmp_path / "test.db")
    return f"sqlite:///{tmp_path}/test.db"


@pytest.fixture(scope="session")
def postgres_app(postgres_address: str) -> Flask:
    """The app on PostgreSQL."""
    return make_app(postgres_address)


def empty_postgres() -> None:
    """All tables with nothing in them: quicker than making them anew, or than truncating them, for every test."""
    # A test of migrations takes all tables away.
    if not inspect(db.engine).has_table("clubs"):
        db.create_all()
        return
    with db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            connection.execute(table.delete())
        numbered = [table.name for table in db.metadata.sorted_tables if "id" in table.columns]
        connection.execute(text("; ".join(f"ALTER SEQUENCE {name}_id_seq RESTART" for name in numbered)))


class Compiled(BytecodeCache):
    """The templates as they were compiled for an earlier test: half of the time went into that."""

    found: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.found:
            bucket.bytecode_from_string(self.found[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.found[bucket.key] = bucket.bytecode_to_string()


def make_app(address: str) -> Flask:
    app = create_app({"SECRET_KEY": "for tests", "SQLALCHEMY_DATABASE_URI": address} | dict.fromkeys(LIMITS, 10**6))
    app.jinja_env.bytecode_cache = Compiled()
    app.testing = True
    return app


@pytest.fixture
def app(sqlite_address: str) -> Iterator[Flask]:
    """The app on a new SQLite database."""
    app = make_app(sqlite_address)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An app context on an empty database, once on SQLite and once on PostgreSQL."""
    if request.param == "postgresql":
        app = request.getfixturevalue("postgres_app")
    else:
        app = make_app(request.getfixturevalue("sqlite_address"))
    with app.app_context():
        if request.param == "postgresql":
            empty_postgres()
        yield app
        db.session.remove()
        db.engine.dispose()
