"""The database: how it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from models.store.columns import Base

BUSY_SECONDS = 15
# Seconds to wait for PostgreSQL to accept a connection, and for a free connection in the pool.
CONNECT_SECONDS, POOL_SECONDS = 3, 5


class _EndingSession(Session):
    """A session that can be closed after the database is gone: the page is complete, with nothing left to roll back."""

    def close(self) -> None:
        try:
            super().close()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            # The pool has dropped the connection, so closing again does not use it.
            super().close()


db = SQLAlchemy(model_class=Base, session_options={"class_": _EndingSession})


@event.listens_for(Engine, "connect")
def _open_sqlite(connection: Any, _record: object) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    # The driver would begin transactions too late and never as IMMEDIATE; models/store/transactions.py does it instead.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def new_sqlite(path: Path) -> Engine:
    """A separate SQLite database beside the app's. No connection to it stays open."""
    return create_engine(f"sqlite:///{path}", poolclass=NullPool)


@contextmanager
def in_place(engine: Engine) -> Iterator[None]:
    """A block in which another database replaces the app's."""
    engines = cast("dict[str | None, Engine]", db.engines)
    own, engines[None] = db.engine, engine
    try:
        yield
    finally:
        engines[None] = own


def open_options(address: str) -> dict[str, Any]:
    """Return the engine options for this address, and let only this user read or write an SQLite file."""
    if make_url(address).get_backend_name() != "sqlite":
        # A server that disappears silently is noticed after ten seconds, even in the middle of a statement.
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
    """The file of an SQLite database; None for PostgreSQL, a database in memory or a relative path."""
    url = make_url(address)
    path = Path(url.database or "")
    return path if url.get_backend_name() == "sqlite" and path.is_absolute() else None


def without_password(address: str) -> str:
    """A database's address with its password hidden, safe to show."""
    return make_url(address).render_as_string()
