"""SQLite's write-ahead log: commits are written there first, and have to be copied into the database file."""

import sqlite3
from contextlib import closing
from pathlib import Path

# A longer log is truncated; it may double in size while somebody is reading.
LONGEST = 4 * 1024 * 1024


class WriteAheadLog:
    """The write-ahead log beside an SQLite file.

    `written_down` is the log's modification time and size when it was last copied completely into the file.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.log = path, path.with_name(f"{path.name}-wal")
        self.written_down: tuple[int, int] | None = None

    def write_down(self) -> None:
        """Copy new commits into the file, if there are any; truncate the log if it has grown long."""
        try:
            status = self.log.stat()
            now = status.st_mtime_ns, status.st_size
            if status.st_size == 0 or now == self.written_down:
                return
            with closing(sqlite3.connect(self.path, timeout=0.2, isolation_level=None)) as connection:
                how = "TRUNCATE" if status.st_size > LONGEST else "PASSIVE"
                busy, frames, done = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            if not busy and frames == done:
                self.written_down = now
        except (OSError, sqlite3.Error):
            # There is no log, or the disk is full, or somebody else was faster: the next call tries again.
            self.written_down = None
