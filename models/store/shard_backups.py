"""Backups of many shards in one file: a zip with the backup of each. Each shard is read at a moment of its own."""

import json
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine, func, select

from models.store.backups import Backup, BackupError, read_backup, tables_of, write_backup
from models.store.database import at, db, new_sqlite
from models.store.moved import MovedRef, find_moved
from models.store.shards import Shard
from models.texts import say

_CONTENTS = "shards.json"


class ReadBackup(NamedTuple):
    """A backup that was read and checked: the shard to restore, the scratch database with its rows, and its description."""

    shard: Shard | None
    scratch: Engine
    found: Backup


def write_backups(path: Path, secret: str, shards: Sequence[Shard | None]) -> int:
    """Write every table of these shards to a new file. Returns the number of rows.

    Raises BackupError if a database was never migrated, or if a club moved meanwhile: it might be missing, or be there twice.
    """
    if len(shards) == 1:
        with at(shards[0]):
            return write_backup(path, secret)
    moved, rows = [_count_moved(shard) for shard in shards], 0
    with zipfile.ZipFile(path, "w") as file, tempfile.TemporaryDirectory(dir=path.parent) as apart:
        path.chmod(0o600)
        for shard in shards:
            part = Path(apart) / "part.zip"
            with at(shard):
                rows += write_backup(part, secret)
            file.write(part, _name_of(shard))
            part.unlink()
        file.writestr(_CONTENTS, json.dumps([_name_of(shard) for shard in shards]))
    if moved != [_count_moved(shard) for shard in shards]:
        raise BackupError(say("backup.moved-meanwhile"))
    return rows


def _count_moved(shard: Shard | None) -> int:
    with at(shard):
        return db.session.scalar(select(func.count()).select_from(MovedRef)) or 0


def _name_of(shard: Shard | None) -> str:
    return f"{(shard and shard.letter) or 'first'}.zip"


def read_backups(
    path: Path, folder: Path, migrate: Callable[[str], None], shards: Sequence[Shard | None]
) -> list[ReadBackup]:
    """Read the parts of a backup for these shards, each into a scratch database in the folder.

    `migrate` is as for `read_backup`. Raises BackupError if anything is wrong, or if the backup has no part for a shard.
    """
    if not zipfile.is_zipfile(path):
        raise BackupError(say("backup.no-backup"))
    with zipfile.ZipFile(path) as file:
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


def require_no_moves(read: Sequence[ReadBackup]) -> None:
    """Raise BackupError if a club of the backup has moved since to a shard that is not restored: it would be there twice."""
    for one in read if len(read) < len(db.shards) else ():
        with one.scratch.connect() as connection:
            clubs = next(table for table in tables_of(connection, None) if table.name == "clubs")
            refs = list(connection.scalars(select(clubs.c.ref)))
        with at(one.shard):
            if moved := find_moved(refs):
                raise BackupError(say("backup.moved-since", clubs=", ".join(sorted(moved))))
