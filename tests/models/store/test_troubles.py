"""Trouble with the database is told apart from our own bugs, whichever database it is."""

import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from models.store.troubles import Trouble, trouble_of


class PostgresError(Exception):
    """An exception of the PostgreSQL driver, with the state that the server gave."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__()
        self.sqlstate = sqlstate


def on_postgresql(state: str | None) -> DBAPIError:
    """An error of PostgreSQL with this state, or of the way to it."""
    return OperationalError("", {}, PostgresError(state))


def on_sqlite(code: int) -> DBAPIError:
    """An error of SQLite with this code, whose higher bits may carry more detail."""
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    return OperationalError("", {}, error)


ERRORS: dict[Trouble | None, list[Exception]] = {
    Trouble.FULL: [
        *map(on_postgresql, ("53100", "58030", "25006")),
        *map(on_sqlite, (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR | 5 << 8)),
    ],
    Trouble.BUSY: [*map(on_postgresql, ("55P03", "40P01")), on_sqlite(sqlite3.SQLITE_BUSY), PoolTimeout()],
    Trouble.AWAY: [*map(on_postgresql, ("57P01", None)), InterfaceError("", {}, PostgresError(None))],
    None: [IntegrityError("", {}, PostgresError("23505")), on_sqlite(sqlite3.SQLITE_ERROR), ValueError()],
}


def test_what_went_wrong_is_known_by_what_was_raised() -> None:
    for trouble, errors in ERRORS.items():
        assert [error for error in errors if trouble_of(error) is not trouble] == []
