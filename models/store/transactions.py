"""Transactions: how to begin one that writes, and how to read and write many rows in it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Engine, Executable, event, insert

from models.store.columns import Base
from models.store.database import db

_ROWS_AT_ONCE = 2000
_NAMED_AT_ONCE = 500

T = TypeVar("T")
NewRow = TypeVar("NewRow", bound=Base)


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def begin_writing() -> None:
    """Begin a transaction that may write; the caller commits it.

    Nothing that it reads can change until it ends. SQLite ensures this with BEGIN IMMEDIATE; PostgreSQL ensures it only
    for the game that `lock_game` has locked.
    """
    db.session.rollback()
    db.session.connection(execution_options={"writes": True})


def is_writing() -> bool:
    """True if data read now may still be rolled back."""
    return bool(db.session.connection().get_execution_options().get("writes"))


def has_all_to_itself() -> bool:
    """True if nobody else can write anything until this transaction ends, because it writes to SQLite."""
    return db.session.connection().dialect.name == "sqlite" and is_writing()


def begin_reading() -> None:
    """Begin a transaction that sees the data as it was at a single moment, however long it lasts.

    SQLite's transactions always work like this.
    """
    db.session.rollback()
    if db.engine.dialect.name != "sqlite":
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


@contextmanager
def writing() -> Iterator[None]:
    """A block that runs in one transaction that may write: committed at the end, rolled back if anything is raised."""
    begin_writing()
    try:
        yield
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise


def read_rows(statement: Executable, named: Mapping[str, Any]) -> CursorResult[*tuple[Any, ...]]:
    """The rows of a column query, in the session's transaction. Loading them through the session takes twice as long."""
    db.session.flush()
    return db.session.connection().execute(statement, named)


def add_row(row: NewRow) -> NewRow:
    """Write a new row. Returns it with its id."""
    db.session.add(row)
    db.session.flush()
    return row


def insert_many(model: type[Base], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write many rows, `_ROWS_AT_ONCE` at a time."""
    for part in in_parts(rows, _ROWS_AT_ONCE):
        db.session.connection().execute(insert(Base.metadata.tables[model.__tablename__]), part)


def in_parts(things: Iterable[T], most: int = _NAMED_AT_ONCE) -> Iterator[list[T]]:
    """Split things into lists of at most `most`, because databases limit the length of a list in a statement."""
    ahead = iter(things)
    while part := list(islice(ahead, most)):
        yield part
