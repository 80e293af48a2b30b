"""Shards: schemas of one PostgreSQL, each with whole clubs. Every statement goes to the shard that its transaction is at.

Without the setting there are none: all clubs live in one database, and no statement names a schema.
"""

import re
from collections.abc import Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, inspect, select, table, text
from sqlalchemy.schema import CreateSchema

from models.texts import say

# The first shard has the refs without a letter. Those of the others begin with theirs, and no letter looks like a digit.
_LETTERS: list[str] = ["", *"ABCDEFGHJKLMNPQRSTUVWXYZ"]
MOST_SHARDS = len(_LETTERS)
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
# The ids of each shard begin apart. So a club keeps its ids when it moves, and no process takes a row for that of another shard.
_IDS_OF_A_SHARD = 1 << 40


class Shard(NamedTuple):
    """A shard: its place in the setting, and its schema."""

    number: int
    schema: str

    @property
    def letter(self) -> str:
        """The first letter of its refs; "" for the first shard."""
        return _LETTERS[self.number]


class ShardsError(ValueError):
    """A setting of shards, or the use of a shard, that cannot be. The message is a sentence."""


shard_here: ContextVar[Shard | None] = ContextVar("shard_here", default=None)


def read_shards(setting: str, is_postgres: bool) -> tuple[Shard, ...]:
    """The shards that a setting names: schemas, apart by spaces or commas. Raises ShardsError."""
    names = setting.replace(",", " ").split()
    if names and not is_postgres:
        raise ShardsError(say("shard.sqlite"))
    if wrong := [
        name for name in names if not _NAME.fullmatch(name) or name.startswith("pg_") or name == "information_schema"
    ]:
        raise ShardsError(say("shard.name", name=wrong[0]))
    if len(set(names)) < len(names):
        raise ShardsError(say("shard.twice"))
    if len(names) > MOST_SHARDS:
        raise ShardsError(say("shard.too-many", count=len(names), most=MOST_SHARDS))
    return tuple(Shard(number, name) for number, name in enumerate(names))


def shards_of(engine: Engine) -> tuple[Shard, ...]:
    """The shards of a database; none without the setting."""
    shards: tuple[Shard, ...] = engine.get_execution_options().get("shards", ())
    return shards


@lru_cache(maxsize=64)
def engine_at(engine: Engine, shard: Shard) -> Engine:
    """The same engine with the same connections, for the tables of one shard.

    A transaction that only reads sees one moment: a club that moves away meanwhile is there to the end.
    """
    how = {"schema_translate_map": {None: shard.schema}, "shard": shard, "isolation_level": "REPEATABLE READ"}
    return engine.execution_options(**how)


def schema_at(connection: Connection) -> str | None:
    """The schema of the connection's shard; None without shards."""
    shard: Shard | None = connection.get_execution_options().get("shard")
    return shard.schema if shard else None


def letter_here() -> str:
    """The first letter of refs that are made here; "" at the first shard, and without shards."""
    shard = shard_here.get()
    return shard.letter if shard else ""


def is_from_here(ref: str) -> bool:
    """True if a ref could have been made here: it begins with this shard's letter, or with none at the first one.

    Without shards every ref could.
    """
    return shard_here.get() is None or _letter_of(ref) == letter_here()


def shard_of(ref: str, shards: Sequence[Shard]) -> Shard:
    """The shard that made a ref, by its letter; the first one for a letter that no shard has."""
    letter = _letter_of(ref)
    return next((shard for shard in shards if shard.letter == letter), shards[0])


def _letter_of(ref: str) -> str:
    return ref[:1] if ref[:1].isupper() else ""


def ids_of(shard: Shard | None) -> range:
    """The ids that a shard gives its own rows; all others came with clubs that moved. Without shards: those of the first shard."""
    number = shard.number if shard else 0
    return range(number * _IDS_OF_A_SHARD + 1, (number + 1) * _IDS_OF_A_SHARD)


_COUNTERS = text(
    "SELECT tables.relname AS name, counted.seqstart AS begins"
    " FROM pg_sequence AS counted"
    " JOIN pg_depend AS owned ON owned.objid = counted.seqrelid AND owned.deptype = 'a'"
    " JOIN pg_class AS tables ON tables.oid = owned.refobjid"
    " JOIN pg_namespace AS schemas ON schemas.oid = tables.relnamespace"
    " WHERE schemas.nspname = :schema ORDER BY tables.relname"
)


def make_schemas(connection: Connection, shards: Sequence[Shard]) -> None:
    """Make the schemas of a new database. Raises ShardsError if only some are there, or if the order of the setting has changed.

    `flask shard add` makes a schema later: a name with a mistake must not become a new shard.
    """
    there = set(inspect(connection).get_schema_names())
    has_tables = any(inspect(connection).has_table("clubs", shard.schema) for shard in shards if shard.schema in there)
    for shard in shards:
        if shard.schema not in there and has_tables:
            raise ShardsError(say("shard.not-there", name=shard.schema))
        _require_order(connection, shard)
    for shard in shards:
        connection.execute(CreateSchema(shard.schema, if_not_exists=True))


def require_free_place(connection: Connection, shard: Shard) -> None:
    """Raise ShardsError if another schema was made for the same place: both would give their refs the same letter."""
    for schema in inspect(connection).get_schema_names():
        if schema != shard.schema and any(one in ids_of(shard) for one in _begun(connection, schema)):
            raise ShardsError(say("shard.taken", name=schema, place=shard.number + 1))


def _begun(connection: Connection, schema: str) -> list[int]:
    """The first id of the schema's clubs; none if it has no such table."""
    return [row.begins for row in connection.execute(_COUNTERS, {"schema": schema}) if row.name == "clubs"]


def _require_order(connection: Connection, shard: Shard) -> None:
    """Raise ShardsError if the schema was made as another shard: its place in the setting gives its refs their letter."""
    begun = _begun(connection, shard.schema)
    clubs = table("clubs", schema=shard.schema)
    # Without a club it was left half made, before its counters began apart.
    is_new = not begun or (begun[0] == 1 and not connection.scalar(select(func.count()).select_from(clubs)))
    if not is_new and begun[0] not in ids_of(shard):
        made_for = begun[0] // _IDS_OF_A_SHARD + 1
        raise ShardsError(say("shard.other-place", name=shard.schema, place=shard.number + 1, made_for=made_for))


def number_apart(connection: Connection, shard: Shard) -> None:
    """Give each new table of a shard a counter of ids that begins apart from those of all other shards.

    A counter is replaced and never set, because a database over many machines refuses that.
    """
    first = ids_of(shard).start
    for name, begins in connection.execute(_COUNTERS, {"schema": shard.schema}).all():
        if begins in ids_of(shard):
            continue
        old, new = f'"{shard.schema}"."{name}_id_seq"', f'"{shard.schema}"."{name}_ids"'
        named = f'"{shard.schema}"."{name}"'
        for change in (
            f"CREATE SEQUENCE {new} AS bigint START WITH {first}",
            f"ALTER TABLE {named} ALTER COLUMN id SET DEFAULT nextval('{new}')",
            f"DROP SEQUENCE {old}",
            f"ALTER SEQUENCE {new} RENAME TO {name}_id_seq",
            f"ALTER SEQUENCE {old} OWNED BY {named}.id",
        ):
            connection.execute(text(change))
