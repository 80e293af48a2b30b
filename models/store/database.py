"""The database: how it is opened, and how a transaction that writes begins."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

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
from models.store.patience import CONNECTION_SECONDS, LOCK_SECONDS, require_unlocked, watch_waits
from models.store.shards import Shard, engine_at, read_shards, shard_here, shards_of

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


class _Database(SQLAlchemy):
    """The app's database. With shards, its engine is that of the shard where the caller is."""

    @property
    def whole(self) -> Engine:
        """The engine for no shard in particular."""
        return super().engines[None]

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards that the setting names; none without it."""
        return shards_of(self.whole)

    @property
    def engines(self) -> Mapping[str | None, Engine]:
        engines = super().engines
        shards = shards_of(engines[None])
        return {None: engine_at(engines[None], shard_here.get() or shards[0])} if shards else engines

    def init_app(self, app: Any) -> None:
        super().init_app(app)
        with app.app_context():
            if self.shards:
                watch_waits(self.whole)

    def replace(self, engine: Engine) -> Engine:
        """Put another engine in the place of the app's. Returns the one that was there."""
        engines = cast("dict[str | None, Engine]", super().engines)
        own, engines[None] = engines[None], engine
        return own


db = _Database(model_class=Base, session_options={"class_": _EndingSession})


@contextmanager
def at(shard: Shard | None) -> Iterator[None]:
    """A block at a shard: all statements go there. Things that it reads stay as they were read. None changes nothing.

    Raises ShardLockedError if the shard is locked, and RuntimeError if something that was written is not committed yet.
    """
    if shard is None or shard == shard_here.get():
        yield
        return
    if is_writing_now():
        raise RuntimeError("a transaction that writes stays at its shard")
    require_unlocked(shard)
    db.session.remove()
    before = shard_here.set(shard)
    try:
        yield
    finally:
        try:
            db.session.remove()
        finally:
            shard_here.reset(before)


def every_shard() -> Sequence[Shard | None]:
    """The shards, each to be gone to by `at`; one None without shards."""
    return db.shards or (None,)


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
    # After a lock, the newest rows of others must be seen.
    fresh = {"isolation_level": "READ COMMITTED"} if db.shards else {}
    db.session.connection(execution_options={"writes": True, **fresh})


def is_writing() -> bool:
    """True if everything read now may still be rolled back."""
    return bool(db.session.connection().get_execution_options().get("writes"))


def has_all_to_itself() -> bool:
    """True if nobody else can write anything until this transaction ends, because it writes on SQLite."""
    return db.session.connection().dialect.name == "sqlite" and is_writing()


def is_writing_now() -> bool:
    """True if a transaction that writes has begun. It begins none."""
    return db.session.registry.has() and db.session().in_transaction() and is_writing()


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
    own = db.replace(engine)
    try:
        yield
    finally:
        db.replace(own)


def insert_many(model: type[Base], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write many rows, some thousand at a time."""
    for part in in_parts(rows, _ROWS_AT_ONCE):
        db.session.connection().execute(insert(Base.metadata.tables[model.__tablename__]), part)


def in_parts(things: Iterable[T], most: int = _NAMED_AT_ONCE) -> Iterator[list[T]]:
    """The same things in lists of at most `most`, because no database takes a statement with a list of any length."""
    ahead = iter(things)
    while part := list(islice(ahead, most)):
        yield part


def open_options(address: str, setting: str = "") -> dict[str, Any]:
    """The options of the database engine for this address and this setting of shards. Raises ShardsError.

    An SQLite file gets permissions for this user alone.
    """
    shards = read_shards(setting, is_postgres=make_url(address).get_backend_name() == "postgresql")
    if make_url(address).get_backend_name() != "sqlite":
        # A server that disappears silently is noticed after ten seconds, in the middle of a statement too.
        named: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": 10_000}
        if not shards:
            return {"connect_args": named, "pool_timeout": POOL_SECONDS}
        own = str(make_url(address).query.get("options", ""))
        named["options"] = f"{own} -c lock_timeout={LOCK_SECONDS * 1000:.0f}".strip()
        options = {"shards": shards}
        return {"connect_args": named, "pool_timeout": CONNECTION_SECONDS, "execution_options": options}
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
