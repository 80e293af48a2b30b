"""Work that every server process repeats: it moves SQLite's log into the database file, and deletes old uploads and receipts."""

import math
import threading
import time

from flask import Flask

from models.store.database import at, every_shard, sqlite_path, writing
from models.store.receipts import forget_receipts
from models.store.sqlite_log import WriteAheadLog
from models.store.uploads import forget_uploads

SECONDS, FORGET_SECONDS = 2, 3600


def begin_housekeeping(app: Flask) -> None:
    """Start housekeeping in a thread of this process. Several processes may do so: finished work is not repeated."""
    threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()


def _keep_house(app: Flask) -> None:
    path = sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"])
    log = WriteAheadLog(path) if path else None
    forgotten = -math.inf
    while True:
        if log:
            log.write_down()
        if time.monotonic() - forgotten > FORGET_SECONDS:
            forgotten = time.monotonic()
            _forget(app)
        time.sleep(SECONDS)


def _forget(app: Flask) -> None:
    with app.app_context():
        for shard in every_shard():
            try:
                with at(shard), writing():
                    forget_uploads()
                    forget_receipts()
            except Exception:
                # The database may be away or its disk full. The next hour is soon enough.
                app.logger.warning("Nothing could be forgotten for the moment.", exc_info=True)
