"""Work that every server process repeats.

It moves SQLite's log into the database file, computes ratings that are due, and deletes old uploads and receipts.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from models.ledger.clubs import lock_club
from models.ledger.keys import forget_founders
from models.results.ratings import clubs_with_ratings_due, rate_due
from models.store.database import sqlite_path
from models.store.receipts import forget_receipts
from models.store.sqlite_log import WriteAheadLog
from models.store.transactions import writing
from models.store.uploads import forget_uploads

SECONDS, FORGET_SECONDS, PAUSE_SECONDS = 2, 3600, 0.1
# The number of parts of a club's ratings that are computed before the other work gets its turn again.
PARTS_AT_ONCE = 5


def begin_housekeeping(app: Flask) -> None:
    """Start housekeeping in a thread of this process. Several processes may do so: finished work is not repeated."""
    threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()


def _keep_house(app: Flask) -> None:
    path = sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"])
    log = WriteAheadLog(path) if path else None
    forgets_at = 0.0
    while True:
        if log:
            log.write_down()
        with _trying(app, "Ratings could not be calculated this time."):
            _rate()
        if time.monotonic() > forgets_at:
            forgets_at = time.monotonic() + FORGET_SECONDS
            with _trying(app, "Old data could not be deleted this time."), writing():
                forget_uploads()
                forget_founders()
                forget_receipts()
        time.sleep(SECONDS)


@contextmanager
def _trying(app: Flask, failed: str) -> Iterator[None]:
    """Run a block that may fail because the database cannot be reached or its disk is full.

    A failure is only logged: the next run is soon enough.
    """
    with app.app_context():
        try:
            yield
        except Exception:
            app.logger.warning(failed, exc_info=True)


def _rate() -> None:
    """Compute some of the ratings that are due, some for each club in turn, so that requests can write in between."""
    for club_id in PARTS_AT_ONCE * clubs_with_ratings_due():
        with writing():
            lock_club(club_id)
            rate_due(club_id)
        time.sleep(PAUSE_SECONDS)
