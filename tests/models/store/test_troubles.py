"""Trouble with the database is told apart from our own bugs, whichever database it is."""

import sqlite3

import pytest
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from models.store.troubles import Trouble, trouble_of


class PostgresError(Exception):
    """An exception of the PostgreSQL driver, with the state that the server gave."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__()
        self.sqlstate = sqlstate


def sqlite_error(code: int) -> sqlite3.Error:
    """A SQLite exception with this error code, whose higher bits may carry more detail."""
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (OperationalError("", {}, PostgresError("53100")), Trouble.FULL),
        (OperationalError("", {}, PostgresError("58030")), Trouble.FULL),
        (OperationalError("", {}, PostgresError("25006")), Trouble.FULL),
        (OperationalError("", {}, PostgresError("55P03")), Trouble.BUSY),
        (OperationalError("", {}, PostgresError("40P01")), Trouble.BUSY),
        (OperationalError("", {}, PostgresError("57P01")), Trouble.AWAY),
        (OperationalError("", {}, PostgresError(None)), Trouble.AWAY),
        (InterfaceError("", {}, PostgresError(None)), Trouble.AWAY),
        (IntegrityError("", {}, PostgresError("23505")), None),
        (OperationalError("", {}, sqlite_error(sqlite3.SQLITE_BUSY)), Trouble.BUSY),
        (OperationalError("", {}, sqlite_error(sqlite3.SQLITE_FULL)), Trouble.FULL),
        (OperationalError("", {}, sqlite_error(sqlite3.SQLITE_IOERR | 5 << 8)), Trouble.FULL),
        (OperationalError("", {}, sqlite_error(sqlite3.SQLITE_ERROR)), None),
        (PoolTimeout(), Trouble.BUSY),
        (ValueError(), None),
    ],
    ids=lambda value: f"{value}".strip() or type(value).__name__,
)
def test_what_went_wrong_is_known_by_what_was_raised(error: Exception, trouble: Trouble | None) -> None:
    assert trouble_of(error) is trouble
