"""The database: how it is opened, and what a transaction that writes has to begin with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, create_engine, event

from models.base import Base

BUSY_SECONDS = 15

db = SQLAlchemy(model_class=Base)


@event.listens_for(Engine, "connect")
def _open_sqlite(connection: Any, _record: object) -> None:
    if not isinstance(connection, SqliteConnection):
        return
    # The driver would begin transactions by itself, too late and never IMMEDIATE; _begin does it instead.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def begin_writing() -> None:
    """Begin the transaction that may write; the caller commits it.

    What is read in it cannot change until it ends: on SQLite because it begins with BEGIN IMMEDIATE, on PostgreSQL
    for the game that `lock_game` has locked.
    """
    db.session.rollback()
    db.session.connection(execution_options={"writes": True})


def is_writing() -> bool:
    """Whether what is read now may still be rolled back."""
    return bool(db.session.connection().get_execution_options().get("writes"))


def begin_reading() -> None:
    """Begin a transaction that sees one moment, however long it reads; SQLite's always do."""
    db.session.rollback()
    if db.engine.dialect.name != "sqlite":
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that may write: committed at the end, and rolled back when anything is raised."""
    begin_writing()
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def new_sqlite(path: Path) -> Engine:
    """A database of its own beside the app's."""
    return create_engine(f"sqlite:///{path}")
