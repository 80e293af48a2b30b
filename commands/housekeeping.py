"""Work that every server process repeats.

It moves SQLite's log into the database file, computes ratings that are due, and deletes old uploads and receipts.
"""

import threading
import time

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
        with app.app_context():
            # The database may be away, or its disk full. The next time is soon enough.
            try:
                if time.monotonic() > forgets_at:
                    forgets_at = time.monotonic() + FORGET_SECONDS
                    with writing():
                        forget_uploads()
                        forget_founders()
                        forget_receipts()
                _rate()
            except Exception:
                app.logger.warning("Old data could not be deleted, or ratings calculated, this time.", exc_info=True)
        time.sleep(SECONDS)


def _rate() -> None:
    """Compute some of the ratings that are due, some for each club in turn, so that requests can write in between."""
    for club_id in PARTS_AT_ONCE * clubs_with_ratings_due():
        with writing():
            lock_club(club_id)
            rate_due(club_id)
        time.sleep(PAUSE_SECONDS)
