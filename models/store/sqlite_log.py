"""SQLite's write-ahead log: what was committed stands there first, and has to come into the file itself."""

import sqlite3
from contextlib import closing
from pathlib import Path

# A longer log is cut; it may double while somebody reads.
LONGEST = 4 * 1024 * 1024


class WriteAheadLog:
    """The write-ahead log beside an SQLite file. What is written down from it is in the file itself."""

    def __init__(self, path: Path) -> None:
        self.path, self.log = path, path.with_name(f"{path.name}-wal")
        self.written_down: tuple[int, int] | None = None

    def write_down(self) -> None:
        """Write what is new into the file, unless nothing is; cut the log where it has grown long."""
        try:
            found = self.log.stat()
            now = found.st_mtime_ns, found.st_size
            if found.st_size == 0 or now == self.written_down:
                return
            with closing(sqlite3.connect(self.path, timeout=0.2, isolation_level=None)) as connection:
                how = "TRUNCATE" if found.st_size > LONGEST else "PASSIVE"
                busy, frames, done = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            if not busy and frames == done:
                self.written_down = now
        except (OSError, sqlite3.Error):
            # No log, or a full disk, or somebody is faster: it is tried again in a moment.
            self.written_down = None
