"""The health of the server: whether the database answers, its tables are up to date and the disk is writable.

The check reads no club's data.
"""

import os
import tempfile
import threading
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine, column, select, table
from sqlalchemy.exc import SQLAlchemyError

from models.store.database import sqlite_path
from models.store.troubles import trouble_of

# How long the result of a check is reused, and how long anybody waits for one.
FRESH_SECONDS, WAIT_SECONDS = 1.0, 1.5
_PAGE = b"\0" * 4096


class Health(NamedTuple):
    """The results of one health check of the server; a result that is not known yet is false."""

    database_answers: bool = False
    tables_are_up_to_date: bool = False
    disk_takes_files: bool = False


class HealthCheck:
    """Checks the health of one server, at most once a second. While one check hangs, no other starts."""

    def __init__(self, migrations: Path, folder: Path) -> None:
        self.migrations, self.folder = migrations, folder
        self.lock = threading.Lock()
        self.newest: _Look | None = None

    def look(self, engine: Engine) -> Health:
        """The health as of a moment ago, or as much of it as is known in time."""
        with self.lock:
            look = self.newest
            if look is None or (look.ended.is_set() and time.monotonic() - look.begun >= FRESH_SECONDS):
                look = self.newest = _Look(self, engine)
        look.ended.wait(max(0.0, look.begun + WAIT_SECONDS - time.monotonic()))
        return look.found


class _Look:
    """One check, in its own thread, because a missing database or a hanging disk may hold it up for a long time."""

    def __init__(self, check: HealthCheck, engine: Engine) -> None:
        self.begun, self.ended = time.monotonic(), threading.Event()
        self.found = Health()
        threading.Thread(target=self._run, args=(check, engine), name="health", daemon=True).start()

    def _run(self, check: HealthCheck, engine: Engine) -> None:
        try:
            self.found = self.found._replace(disk_takes_files=_takes_files(check.folder, engine))
            is_at_head = _revision(engine) == _head(check.migrations)
            self.found = self.found._replace(database_answers=True, tables_are_up_to_date=is_at_head)
        except SQLAlchemyError as error:
            # A database that was never migrated answers, but has no table of migrations.
            self.found = self.found._replace(database_answers=trouble_of(error) is None)
        finally:
            self.ended.set()


@cache
def _head(migrations: Path) -> str | None:
    """The newest migration in this code."""
    # Imported at the first check, because otherwise every process of the server would take longer to start.
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(migrations)).get_current_head()


def _revision(engine: Engine) -> str | None:
    """The current migration of the database."""
    with engine.connect() as connection:
        return connection.scalar(select(column("version_num")).select_from(table("alembic_version")))


def _takes_files(folder: Path, engine: Engine) -> bool:
    """True if the instance folder and, for SQLite, the database file and its folder are writable."""
    database = sqlite_path(engine.url.render_as_string())
    try:
        for place in {folder, database.parent if database else folder}:
            with tempfile.TemporaryFile(dir=place, buffering=0) as file:
                file.write(_PAGE)
    except OSError:
        return False
    # The database file is not opened: closing it would drop every lock that this process holds on it, even SQLite's.
    return database is None or os.access(database, os.W_OK)
