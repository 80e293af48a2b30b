"""Backups: every row of every table, as of one moment, and the server's secret.

A backup is one file, the same for SQLite and PostgreSQL.
"""

import hashlib
import json
import secrets
import zipfile
import zlib
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, Engine, MetaData, Table, column, func, insert, inspect, literal, select
from sqlalchemy import table as named
from sqlalchemy.exc import IntegrityError

from models.store.database import db, in_place
from models.store.transactions import in_parts
from models.texts import say

FORMAT = 1
_MANIFEST, _SECRET, _REVISION = "manifest.json", "secret_key", "alembic_version"
_ROWS_AT_ONCE = 500
# Version 0.7.0 gave ids above this one to the rows of clubs that it moved. The id counter stays below it.
_FAR_IDS = 1 << 40


class BackupError(Exception):
    """A backup that cannot be made or restored; the message says why."""


class Backup(NamedTuple):
    """A backup's description of itself: when it was made, its number of rows, and the secret that signs the keys."""

    made_at: str
    rows: int
    secret: str


def write_backup(path: Path, secret: str) -> int:
    """Write every table to a new file while others keep writing. Returns the number of rows.

    Raises BackupError if the database was never migrated.
    """
    described: dict[str, dict[str, Any]] = {}
    path.touch(mode=0o600, exist_ok=False)
    with _reading(db.engine) as connection, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        if not inspect(connection).has_table(_REVISION):
            raise BackupError(say("backup.no-database"))
        for table in tables_of(connection):
            digest, rows = hashlib.sha256(), 0
            ordered = select(table).order_by(*table.primary_key)
            with file.open(f"{table.name}.jsonl", "w", force_zip64=True) as lines:
                for row in connection.execute(ordered).yield_per(_ROWS_AT_ONCE):
                    line = line_of(row)
                    lines.write(line)
                    digest.update(line)
                    rows += 1
            described[table.name] = {"columns": table.columns.keys(), "rows": rows, "sha256": digest.hexdigest()}
        revision = connection.scalar(select(column("version_num")).select_from(named(_REVISION)))
        manifest = {"roundhouse_backup": FORMAT, "revision": revision, "made_at": datetime.now(UTC).isoformat()}
        file.writestr(_SECRET, secret)
        file.writestr(_MANIFEST, json.dumps(manifest | {"tables": described}, indent=1))
    return sum(facts["rows"] for facts in described.values())


def line_of(row: Iterable[object]) -> bytes:
    """A row as one line of JSON, in the order of its columns."""
    return json.dumps(list(row), ensure_ascii=False, default=lambda moment: moment.isoformat()).encode() + b"\n"


def _reading(engine: Engine) -> Connection:
    """A connection that sees the data as of one moment, however long it is in use."""
    moment = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    return engine.connect().execution_options(**moment)


def tables_of(connection: Connection) -> list[Table]:
    """Every table except the one that holds the revision, each after the tables that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != _REVISION]


def read_backup(path: Path, scratch: Engine, migrate: Callable[[str], None]) -> Backup:
    """Read a backup into an empty scratch database and check it there. Raises BackupError if anything is wrong with it.

    During the check the scratch database stands in for the app's, and `migrate` brings its tables to a revision: first
    the backup's own, then `head`.
    """
    try:
        with zipfile.ZipFile(path) as file:
            manifest, secret = json.loads(file.read(_MANIFEST)), file.read(_SECRET).decode()
            if manifest["roundhouse_backup"] != FORMAT:
                raise BackupError(say("backup.newer"))
            with in_place(scratch):
                migrate(manifest["revision"])
            with scratch.begin() as connection:
                tables = tables_of(connection)
                if {table.name for table in tables} != set(manifest["tables"]):
                    raise BackupError(say("backup.other-tables"))
                for table in tables:
                    _fill(connection, table, file, manifest["tables"][table.name])
            with in_place(scratch):
                migrate("head")
    except (
        zipfile.BadZipFile,
        zlib.error,
        LookupError,
        TypeError,
        ValueError,
        RecursionError,
        IntegrityError,
    ) as error:
        raise BackupError(say("backup.no-backup")) from error
    rows = sum(facts["rows"] for facts in manifest["tables"].values())
    return Backup(manifest["made_at"], rows, secret)


def _fill(connection: Connection, table: Table, file: zipfile.ZipFile, described: dict[str, Any]) -> None:
    """Put the rows of a backup into an empty table. Raises BackupError if they are not the rows that were written."""
    digest, count = hashlib.sha256(), 0
    with file.open(f"{table.name}.jsonl") as lines:
        for part in in_parts(lines, _ROWS_AT_ONCE):
            digest.update(b"".join(part))
            count += len(part)
            rows = [zip(described["columns"], json.loads(line), strict=True) for line in part]
            connection.execute(
                insert(table), [{name: _read(table, name, value) for name, value in row} for row in rows]
            )
    if (digest.hexdigest(), count) != (described["sha256"], described["rows"]):
        raise BackupError(say("backup.damaged-table", table=table.name))


def _read(table: Table, name: str, value: Any) -> Any:
    """A value as the scratch database stores it: a moment is in UTC, without a time zone."""
    kind = table.columns[name].type.python_type
    if value is None or kind not in (date, datetime):
        return value
    moment = kind.fromisoformat(value)
    return moment.astimezone(UTC).replace(tzinfo=None) if isinstance(moment, datetime) and moment.tzinfo else moment


def replace_everything(scratch: Engine) -> None:
    """Replace all rows with those of a scratch database, in one transaction: all of them or none."""
    with (
        scratch.connect() as read,
        db.engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        tables, scratch_tables = tables_of(connection), {table.name: table for table in tables_of(read)}
        for table in reversed(tables):
            connection.execute(table.delete())
        for table in tables:
            rows = read.execute(select(scratch_tables[table.name])).yield_per(_ROWS_AT_ONCE)
            for part in rows.partitions():
                values = [{name: _in_utc(value) for name, value in row._mapping.items()} for row in part]
                connection.execute(insert(table), values)
            if "stamp" in table.columns:
                # A server that keeps running may have cached other games with the same ids and line numbers.
                connection.execute(table.update().values(stamp=secrets.randbits(30)))
            _count_past(connection, table)


def _in_utc(value: Any) -> Any:
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


def _count_past(connection: Connection, table: Table) -> None:
    """Advance PostgreSQL's id counter until it is past the highest id in the table.

    This draws values instead of setting the counter, because a database spread over many machines refuses that.
    """
    if connection.dialect.name == "postgresql" and "id" in table.columns:
        own = select(func.max(table.c.id)).where(table.c.id < literal(_FAR_IDS, BigInteger()))
        highest = connection.scalar(own) or 0
        counter = connection.scalar(select(func.pg_get_serial_sequence(table.name, "id")))
        ahead = highest - connection.execute(select(func.nextval(counter))).scalar_one()
        if ahead > 0:
            connection.execute(select(func.count(func.nextval(counter))).select_from(func.generate_series(1, ahead)))
