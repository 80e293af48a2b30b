"""What is done now and then while the server runs: SQLite's log goes into its file, and what has had its day is forgotten."""

import threading
import time

from flask import Flask

from models.receipts import forget_receipts
from models.sqlite_log import Log
from models.store import sqlite_path, writing
from models.uploads import forget_uploads

SECONDS, FORGET_SECONDS = 2, 3600


def keep_house(app: Flask) -> None:
    """Begin in a thread of this process. Every process of a server may: what one has done the other finds done."""
    threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()


def _keep_house(app: Flask) -> None:
    path = sqlite_path(app.config["SQLALCHEMY_DATABASE_URI"])
    log = Log(path) if path else None
    forgotten = 0.0
    while True:
        if log:
            log.write_down()
        if time.monotonic() - forgotten > FORGET_SECONDS:
            forgotten = time.monotonic()
            _forget(app)
        time.sleep(SECONDS)


def _forget(app: Flask) -> None:
    try:
        with app.app_context(), writing():
            forget_uploads()
            forget_receipts()
    except Exception:
        # The database may be away, or its disk full: the next hour is as good.
        app.logger.warning("Nothing could be forgotten for the moment.", exc_info=True)
