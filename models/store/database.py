"""The database: how it is opened, and how a transaction that writes begins."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    Executable,
    Row,
    Select,
    bindparam,
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
    how = connection.get_execution_options()
    if connection.dialect.name == "sqlite" and not how.get("reads_once"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if how.get("writes") else "BEGIN")


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


def read_first(statement: Select[Any], named: Mapping[str, Any]) -> Row[*tuple[Any, ...]] | None:
    """The first row of a statement over columns; None if there is none.

    Where no transaction has begun it needs neither a session nor one, and it is said to the driver directly: most polls ask
    nothing else. So each list may have its own length, but the values need no translation.
    """
    if db.session.registry.has() and db.session().in_transaction():
        return read_rows(statement, named).first()
    said = _said_once(db.engine, statement, tuple((name, _length(value)) for name, value in named.items()))
    values = dict(said.constants)
    for name, value in named.items():
        values |= zip(said.lists[name], value, strict=True) if name in said.lists else {name: value}
    with said.engine.connect() as connection:
        return connection.exec_driver_sql(said.text, said.ordered(values)).first()


def _length(value: Any) -> int | None:
    return len(value) if isinstance(value, list | tuple) else None


class _Said(NamedTuple):
    """A statement in a driver's own words.

    `constants`: the values that it has itself. `lists`: a name for each value of each list. `places`: the names of all values in
    their order, None if the driver takes names.
    """

    engine: Engine
    text: str
    constants: Mapping[str, Any]
    lists: Mapping[str, Sequence[str]]
    places: Sequence[str] | None

    def ordered(self, values: dict[str, Any]) -> Any:
        """The values as the driver takes them."""
        return values if self.places is None else tuple(values[name] for name in self.places)


@lru_cache(maxsize=256)
def _said_once(engine: Engine, statement: Select[Any], lengths: tuple[tuple[str, int | None], ...]) -> _Said:
    """A statement for an engine that reads once. `lengths`: the names of its values, with the length of each list."""
    schemas = engine.get_execution_options().get("schema_translate_map")
    compiled = statement.compile(
        dialect=engine.dialect, schema_translate_map=schemas, render_schema_translate=schemas is not None
    )
    examples = {name: "" if length is None else [""] * length for name, length in lengths}
    state = compiled.construct_expanded_state(examples)
    lists = state.parameter_expansion
    named = {name for names in lists.values() for name in names} | examples.keys()
    constants = {name: value for name, value in state.parameters.items() if name not in named}
    places = state.positiontup if compiled.positional else None
    return _Said(
        engine=engine.execution_options(reads_once=True),
        text=state.statement,
        constants=constants,
        lists=lists,
        places=places,
    )


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
    """Write many rows that all have the same columns; left-out columns get no default. Raises ValueError if the columns differ.

    The driver gets the values directly. A big file keeps the database locked while it is imported, and most of that time went
    into reading each row again.
    """
    ahead = iter(rows)
    first = next(ahead, None)
    if first is None:
        return
    connection, table = db.session.connection(), Base.metadata.tables[model.__tablename__]
    dialect = connection.dialect
    schemas = connection.get_execution_options().get("schema_translate_map")
    statement = (
        insert(table)
        .values({name: bindparam(name) for name in first})
        .compile(dialect=dialect, schema_translate_map=schemas, render_schema_translate=schemas is not None)
    )
    named = {name: table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in first}
    order = [(name, named[name]) for name in statement.positiontup or ()]

    def values(row: Mapping[str, Any]) -> Any:
        if statement.positional:
            return tuple(read(row[name]) if read else row[name] for name, read in order)
        return {name: read(row[name]) if read else row[name] for name, read in named.items()}

    for part in in_parts(chain([first], ahead), _ROWS_AT_ONCE):
        if any(row.keys() != first.keys() for row in part):
            raise ValueError(f"rows of {table.name} with different columns")
        connection.exec_driver_sql(str(statement), [values(row) for row in part])


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
