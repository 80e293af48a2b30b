"""Trouble with the database: the reasons why nothing can be stored for the moment."""

import sqlite3
from enum import StrEnum

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class Trouble(StrEnum):
    """A reason why nothing can be stored for the moment, although nothing is wrong with the form that was sent."""

    AWAY = "away"
    FULL = "full"
    BUSY = "busy"


_SQLITE_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FULL,
    sqlite3.SQLITE_CANTOPEN: Trouble.FULL,
}


# PostgreSQL's SQLSTATE codes and classes. Full means out of resources, a disk error or a read-only database. Busy means
# that a lock is not available, or a deadlock.
_FULL_STATES, _BUSY_STATES = ("53", "58", "25006"), ("55P03", "40")


def trouble_of(error: BaseException) -> Trouble | None:
    """The database trouble behind an exception; None if the app is at fault."""
    if isinstance(error, PoolTimeout):
        return Trouble.BUSY
    if not isinstance(error, DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        return _SQLITE_TROUBLES.get(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error.orig, "sqlstate", None) or ""
    if state.startswith(_FULL_STATES):
        return Trouble.FULL
    if state.startswith(_BUSY_STATES):
        return Trouble.BUSY
    return Trouble.AWAY if isinstance(error, OperationalError | InterfaceError) else None


def is_without_tables(error: BaseException) -> bool:
    """True if a table is missing, because the database was never migrated or is older than the app."""
    cause = getattr(error, "orig", None)
    return "no such table" in str(cause) or getattr(cause, "sqlstate", None) == "42P01"
