"""Fixtures that many tests share: a database of each kind, the app and a server."""

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, NoReturn, TypeVar

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Table, create_engine, event, inspect, text
from sqlalchemy.exc import OperationalError

import commands
from app import LIMITS, create_app
from models import db
from models.store.database import open_options, sqlite_path
from proofs.postgres import find_postgres, run_postgres
from proofs.server import Server
from tests.hooks import (  # noqa: F401 (pytest finds them here)
    pytest_collection_modifyitems,
    pytest_fixture_setup,
    pytest_generate_tests,
)
from tests.many_machines import OF_TESTS, watch
from views.shared import limits as limits

SECRET = "for tests"  # noqa: S105 (not a secret: it protects nothing)
T = TypeVar("T")
IN_CI = os.environ.get("CI") == "true"

# Imported modules are never freed, and searching them for garbage again and again took a tenth of the time.
gc.set_threshold(50_000, 20, 100)

# The share of random examples to try in a full run, in a quick run and in a long proof. A slow machine is not a failure.
BUDGETS = {"full": 2 / 5, "quick": 1 / 8, "long": 10.0}
for name, share in BUDGETS.items():
    settings.register_profile(name, deadline=None, max_examples=round(100 * share))
settings.load_profile("full")


def some(full: int) -> int:
    """The number of rounds for a random test.

    It is two fifths of `full`, an eighth of it in a quick run, and ten times `full` in a long proof.
    """
    return max(1, int(full * BUDGETS[settings.get_current_profile_name()]))


pytest_plugins = ["pytester"]

# Results of the look-up's tests, printed at the end of the run.
LOOKED_UP = pytest.StashKey[list[str]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(LOOKED_UP, []):
        terminalreporter.write_line(line)


def pick(pattern: str, text: str) -> str:
    """The first match of a pattern in a text, or its group if the pattern has one. Fails if there is no match."""
    match = re.search(pattern, text)
    assert match, f"{pattern} is not in {text}"
    return match[1] if match.re.groups else match[0]


def sure(value: T | None) -> T:
    """The value itself, typed as not None. Fails if it is None."""
    assert value is not None
    return value


def missing(tool: str) -> NoReturn:
    """Skip the test, with a reason, on a developer's machine. Fail it in CI, which decides whether work is merged."""
    if IN_CI:
        pytest.fail(f"{tool} is missing, and nothing may be skipped here")
    pytest.skip(f"{tool} is not on this machine")


@pytest.fixture(scope="session", autouse=True)
def one_of_many_machines() -> Iterator[None]:
    """Fail a test if it sends a statement that a database spread over many machines would not accept."""
    stop = watch()
    yield
    stop()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """The address of our own PostgreSQL server, which runs during the tests."""
    programs = find_postgres()
    if programs is None:
        missing("PostgreSQL")
    # Not in the tests' own folder, because another run would close it to the server's user.
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder, run_postgres(programs, Path(folder)) as address:
        yield address


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with empty tables, made once and copied for every test."""
    path = tmp_path_factory.mktemp("empty") / "test.db"
    with make_base(f"sqlite:///{path}").app_context():
        db.create_all()
        # Everything must be in the one file that is copied.
        with db.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.engine.dispose()
    return path


@pytest.fixture
def sqlite_address(empty_sqlite: Path, tmp_path: Path) -> str:
    shutil.copy(empty_sqlite, tmp_path / "test.db")
    return f"sqlite:///{tmp_path}/test.db"


def empty_postgres() -> None:
    """Empty all tables. For a test, this is faster than creating or truncating them."""
    # A test of migrations removes all tables.
    if not inspect(db.engine).has_table("clubs"):
        db.create_all()
        return
    with db.engine.execution_options(**OF_TESTS).begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            connection.execute(table.delete())
        numbered = [table.name for table in db.metadata.sorted_tables if "id" in table.columns]
        connection.execute(text("; ".join(f"ALTER SEQUENCE {name}_id_seq RESTART" for name in numbered)))


Rows = dict[Table, list[dict[str, Any]]]
FILLED: dict[str, tuple[Any, Rows]] = {}


def filled(name: str, fill: Callable[[], T]) -> T:
    """Fill an empty database: the first time by calling `fill`, after that by copying the rows.

    Always returns what `fill` returned the first time.
    """
    if name not in FILLED:
        result = fill()
        db.session.remove()
        with db.engine.connect() as connection:
            contents = {
                table: [row._asdict() for row in connection.execute(table.select())]
                for table in db.metadata.sorted_tables
            }
        FILLED[name] = result, {table: rows for table, rows in contents.items() if rows}
        return result
    result, kept = FILLED[name]
    with db.engine.execution_options(**OF_TESTS).begin() as connection:
        for table, rows in kept.items():
            connection.execute(table.insert(), rows)
            if connection.dialect.name == "postgresql" and "id" in table.columns:
                connection.execute(text(f"SELECT setval('{table.name}_id_seq', max(id)) FROM {table.name}"))  # noqa: S608 (our own tables)
    return result


class Compiled(BytecodeCache):
    """A cache of compiled templates, shared by all tests because compiling took half the time."""

    found: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.found:
            bucket.bytecode_from_string(self.found[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.found[bucket.key] = bucket.bytecode_to_string()


def make_app(address: str, served_at: str = "") -> Flask:
    """The whole app, with limits too high for tests to hit by accident. `served_at` is its ROUNDHOUSE_ADDRESS."""
    settings = {"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": address, "ROUNDHOUSE_ADDRESS": served_at}
    app = create_app(settings | dict.fromkeys(LIMITS, 10**6))
    app.jinja_env.bytecode_cache = Compiled()
    app.testing = True
    return app


def make_base(address: str) -> Flask:
    """A small app for tests of models: the database, the secret and the commands, without pages."""
    app = Flask("models")
    app.secret_key = SECRET
    app.config |= {
        "SQLALCHEMY_DATABASE_URI": address,
        "SQLALCHEMY_ENGINE_OPTIONS": open_options(address),
        "ROUNDHOUSE_ADDRESS": "",
    }
    db.init_app(app)
    commands.register(app)
    return app


def in_a_hurry(app: Flask) -> Flask:
    """The app on SQLite, set not to wait for the disk, because a test's data is thrown away."""
    with app.app_context():
        event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return app


@contextmanager
def on_a_new_file(app: Flask, empty: Path) -> Iterator[Flask]:
    """The app on a new empty SQLite database, replacing the last test's. The app's settings are restored afterwards."""
    path, settings = sure(sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"])), dict(app.config)
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    shutil.copy(empty, path)
    yield app
    app.config.clear()
    app.config.update(settings)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@contextmanager
def on_an_empty_server(app: Flask, session: pytest.Session) -> Iterator[Flask]:
    """The app on PostgreSQL with empty tables. If the server is gone, the run ends."""
    with app.app_context():
        try:
            empty_postgres()
        except OperationalError as error:
            session.shouldfail = f"the tests' PostgreSQL is gone: {error}"
            raise
        db.session.remove()
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(scope="session")
def sqlite_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app on a SQLite database, created once. Each test gives it a new database file."""
    return in_a_hurry(make_app(f"sqlite:///{tmp_path_factory.mktemp('app')}/test.db"))


@pytest.fixture(scope="session")
def sqlite_base(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return in_a_hurry(make_base(f"sqlite:///{tmp_path_factory.mktemp('base')}/test.db"))


@pytest.fixture(scope="session")
def postgres_app(postgres_address: str) -> Flask:
    return make_app(postgres_address)


@pytest.fixture(scope="session")
def postgres_base(postgres_address: str) -> Flask:
    return make_base(postgres_address)


@pytest.fixture
def app(sqlite_app: Flask, empty_sqlite: Path) -> Iterator[Flask]:
    """The app on a new SQLite database."""
    limits.register(sqlite_app)
    with on_a_new_file(sqlite_app, empty_sqlite) as app:
        yield app


@pytest.fixture
def said(app: Flask) -> Iterator[list[str]]:
    """Every statement that the app sends to its database."""
    heard: list[str] = []

    def hear(*facts: object) -> None:
        heard.append(str(facts[2]))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", hear)
    yield heard
    event.remove(engine, "before_cursor_execute", hear)


@pytest.fixture
def sqlite_store(sqlite_base: Flask, empty_sqlite: Path) -> Iterator[Flask]:
    """An app context on an empty SQLite database, for tests that do not run on PostgreSQL."""
    with on_a_new_file(sqlite_base, empty_sqlite) as app, app.app_context():
        yield app


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An app context on an empty database, on SQLite and on PostgreSQL, for tests of writing, locking and sorting."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_store")
        return
    with on_an_empty_server(request.getfixturevalue("postgres_base"), request.session) as app, app.app_context():
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The served app on its own database, which it migrates first."""
    address = f"sqlite:///{tmp_path}/roundhouse.db"
    if request.param == "postgresql":
        address = new_postgres(request.getfixturevalue("postgres_address"), "phones")
    with serving(Server(tmp_path, address)) as server:
        yield server


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Serve the app until the block ends."""
    server.start()
    try:
        yield server
    finally:
        server.stop()


def flask(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in its own process, on an instance folder and with these settings."""
    environment = os.environ | {"ROUNDHOUSE_INSTANCE": str(folder), "DATABASE_URL": ""} | settings
    command = [sys.executable, "-m", "flask", "--app", "app", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)  # noqa: S603 (our own words)


def new_postgres(server: str, name: str) -> str:
    """The address of a new empty database on a PostgreSQL server."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return f"{server.removesuffix('/postgres')}/{name}"
