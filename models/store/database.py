"""The database: how it is opened, and how a transaction that writes begins."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    Executable,
    create_engine,
    event,
    insert,
    make_url,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from models.store.columns import Base

BUSY_SECONDS = 15
_ROWS_AT_ONCE = 2000
_NAMED_AT_ONCE = 500
# Seconds that PostgreSQL may take to answer a call, and that the app waits for a free connection.
CONNECT_SECONDS, POOL_SECONDS = 3, 5

T = TypeVar("T")


class _EndingSession(Session):
    """A session that ends although the database has gone away: the page is made, and nothing is left to roll back."""

    def close(self) -> None:
        try:
            super().close()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            # The pool has let go of the connection, so that nothing is asked of it again.
            super().close()


db = SQLAlchemy(model_class=Base, session_options={"class_": _EndingSession})


@event.listens_for(Engine, "connect")
def _open_sqlite(connection: Any, _record: object) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    # Left alone, the driver would begin transactions too late and never IMMEDIATE; `_begin` does it.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def begin_writing() -> None:
    """Begin a transaction that may write; the caller commits it.

    Nothing that it reads can change until it ends. SQLite ensures this with BEGIN IMMEDIATE; PostgreSQL does so for the game
    that `lock_game` has locked.
    """
    db.session.rollback()
    db.session.connection(execution_options={"writes": True})


def is_writing() -> bool:
    """True if everything read now may still be rolled back."""
    return bool(db.session.connection().get_execution_options().get("writes"))


def has_all_to_itself() -> bool:
    """True if nobody else can write anything until this transaction ends, because it writes on SQLite."""
    return db.session.connection().dialect.name == "sqlite" and is_writing()


def begin_reading() -> None:
    """Begin a transaction that sees one moment, however long it reads. SQLite's transactions always do."""
    db.session.rollback()
    if db.engine.dialect.name != "sqlite":
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def read_rows(statement: Executable, named: Mapping[str, Any]) -> CursorResult[*tuple[Any, ...]]:
    """The rows of a statement over columns, in the session's transaction. The session itself takes twice the time for them."""
    db.session.flush()
    return db.session.connection().execute(statement, named)


@contextmanager
def writing() -> Iterator[None]:
    """A block in one transaction that may write: committed at the end, rolled back if anything is raised."""
    begin_writing()
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def new_sqlite(path: Path) -> Engine:
    """An SQLite database of its own, beside the app's. No connection stays open in it."""
    return create_engine(f"sqlite:///{path}", poolclass=NullPool)


@contextmanager
def in_place(engine: Engine) -> Iterator[None]:
    """A block in which another database stands in the place of the app's."""
    own, db.engines[None] = db.engine, engine  # type: ignore[index] # a dict, though it is declared as a mapping
    try:
        yield
    finally:
        db.engines[None] = own  # type: ignore[index]


def insert_many(model: type[Base], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write many rows, some thousand at a time."""
    for part in in_parts(rows, _ROWS_AT_ONCE):
        db.session.connection().execute(insert(Base.metadata.tables[model.__tablename__]), part)


def in_parts(things: Iterable[T], most: int = _NAMED_AT_ONCE) -> Iterator[list[T]]:
    """The same things in lists of at most `most`, because no database takes a statement with a list of any length."""
    ahead = iter(things)
    while part := list(islice(ahead, most)):
        yield part


def open_options(address: str) -> dict[str, Any]:
    """The options of the database engine for this address. An SQLite file gets permissions for this user alone."""
    if make_url(address).get_backend_name() != "sqlite":
        # A server that disappears silently is noticed after ten seconds, in the middle of a statement too.
        named = {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": 10_000}
        return {"connect_args": named, "pool_timeout": POOL_SECONDS}
    path = sqlite_path(address)
    if path:
        with suppress(OSError):
            path.touch(0o600)
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with suppress(OSError):
                path.with_name(name).chmod(0o600)
    return {}


def sqlite_path(address: str) -> Path | None:
    """The file of an SQLite database. None for PostgreSQL, for one in memory, and for a relative path."""
    url = make_url(address)
    path = Path(url.database or "")
    return path if url.get_backend_name() == "sqlite" and path.is_absolute() else None


def without_password(address: str) -> str:
    """A database's address with its password hidden, fit to be shown."""
    return make_url(address).render_as_string()
