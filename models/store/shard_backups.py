"""Backups of many shards in one file: a zip with the backup of each. Each shard is read at a moment of its own."""

import json
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine, inspect, select

from models.store.backups import Backup, BackupError, read_backup, tables_of, write_backup
from models.store.database import at, db, new_sqlite
from models.store.moved_refs import MovedRef
from models.store.shards import Shard
from models.texts import say

_CONTENTS = "shards.json"


class ReadBackup(NamedTuple):
    """A backup that was read and checked: the shard to restore, the scratch database with its rows, and its description."""

    shard: Shard | None
    scratch: Engine
    found: Backup


def write_backups(path: Path, secret: str, shards: Sequence[Shard | None]) -> int:
    """Write every table of these shards to a new file. No club can move meanwhile. Returns the number of rows.

    Raises BackupError if a database was never migrated.
    """
    if len(shards) == 1:
        with at(shards[0]):
            return write_backup(path, secret)
    rows = 0
    with zipfile.ZipFile(path, "w") as file, tempfile.TemporaryDirectory(dir=path.parent) as apart, _no_moves(shards):
        path.chmod(0o600)
        for shard in shards:
            part = Path(apart) / "part.zip"
            with at(shard):
                rows += write_backup(part, secret)
            file.write(part, _name_of(shard))
            part.unlink()
        file.writestr(_CONTENTS, json.dumps([_name_of(shard) for shard in shards]))
    return rows


@contextmanager
def _no_moves(shards: Sequence[Shard | None]) -> Iterator[None]:
    """A block in which no club can move away from these shards: a move writes down where it went, and has to wait for that."""
    with db.whole.begin() as connection:
        for shard in shards:
            if shard and inspect(connection).has_table(MovedRef.__tablename__, shard.schema):
                named = f'"{shard.schema}"."{MovedRef.__tablename__}"'
                connection.exec_driver_sql(f"LOCK TABLE {named} IN SHARE MODE")
        yield


def _name_of(shard: Shard | None) -> str:
    return f"{(shard and shard.letter) or 'first'}.zip"


def read_backups(
    path: Path, folder: Path, migrate: Callable[[str], None], shards: Sequence[Shard | None]
) -> list[ReadBackup]:
    """Read the parts of a backup for these shards, each into a scratch database in the folder.

    `migrate` is as for `read_backup`. Raises BackupError if anything is wrong, or if the backup has no part for a shard.
    """
    try:
        return _read_parts(path, folder, migrate, shards)
    except (zipfile.BadZipFile, zlib.error, LookupError, OSError, TypeError, ValueError) as error:
        if isinstance(error, BackupError):
            raise
        raise BackupError(say("backup.no-backup")) from error


def _read_parts(
    path: Path, folder: Path, migrate: Callable[[str], None], shards: Sequence[Shard | None]
) -> list[ReadBackup]:
    with zipfile.ZipFile(path) as file:
        # Half a backup of many shards ends like a whole one of the first.
        if min(one.header_offset for one in file.infolist()) > 0:
            raise zipfile.BadZipFile
        if _CONTENTS not in file.namelist():
            return [_read_for(path, folder, migrate, shards)]
        names = {_name_of(shard): shard for shard in shards}
        parts = set(json.loads(file.read(_CONTENTS)))
        # A backup of more shards than the server has would lose some; one shard may be taken out of a backup of many.
        if shards == [None] or not names.keys() <= parts or (len(shards) == len(db.shards) and names.keys() != parts):
            raise BackupError(say("backup.other-shards", count=len(parts)))
        read = []
        for name, shard in names.items():
            file.extract(name, folder)
            read.append(_read_for(folder / name, folder, migrate, [shard]))
        return read


def _read_for(path: Path, folder: Path, migrate: Callable[[str], None], shards: Sequence[Shard | None]) -> ReadBackup:
    """Read the backup of one shard. Raises BackupError if it is of none of these."""
    scratch = new_sqlite(folder / f"check-{path.stem}.db")
    found = read_backup(path, scratch, migrate)
    fitting = [shard for shard in shards if shard is None or shard.letter == found.letter]
    if not fitting:
        raise BackupError(say("backup.other-letter", letter=found.letter or "–"))
    return ReadBackup(fitting[0], scratch, found)


def require_same_homes(read: Sequence[ReadBackup], secret: str) -> None:
    """Raise BackupError if only some shards would be restored, and a club has moved to or from them since.

    It would be there twice, or nowhere. The keys of the other shards need the server's secret, so that has to be the same too.
    """
    restored = {one.shard for one in read}
    others = [shard for shard in db.shards if shard not in restored]
    if not others:
        return
    for one in read:
        if one.found.secret != secret:
            raise BackupError(say("backup.other-secret"))
        known, gone = _refs_in(one.scratch)
        with at(one.shard):
            moved = set(db.session.scalars(select(MovedRef.ref))) - gone
        for other in others:
            with at(other):
                came = select(MovedRef.ref).where(MovedRef.shard == (one.shard.number if one.shard else 0))
                moved |= set(db.session.scalars(came)) - known - gone
        if moved:
            raise BackupError(say("backup.moved-since", count=len(moved), name=min(moved)))


def _refs_in(scratch: Engine) -> tuple[set[str], set[str]]:
    """The names in a backup: of what was there, and of what had moved away."""
    known: set[str] = set()
    gone: set[str] = set()
    with scratch.connect() as connection:
        for table in tables_of(connection, None):
            if "ref" in table.columns:
                found = gone if table.name == MovedRef.__tablename__ else known
                found.update(connection.scalars(select(table.c.ref)))
    return known, gone
