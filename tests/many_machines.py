"""The statements that databases spread over many machines refuse. The app must not use them, even on one machine."""

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, event

REFUSED = {
    "a counter of ids is set": r"\bsetval\b|\bALTER SEQUENCE\b.*\bRESTART\b",
    "an advisory lock": r"\bpg_(?:try_)?advisory_",
    "listening and notifying": r"^\s*(?:UN)?LISTEN\b|^\s*NOTIFY\b|\bpg_notify\b",
    "constraints that wait for the end": r"\bDEFERR(?:ED|ABLE)\b",
    "a snapshot for another connection": r"\bpg_export_snapshot\b|\bTRANSACTION SNAPSHOT\b",
    "a condition that depends on nothing": r"\b(?:1 ?!= ?1|0 ?= ?1|1 ?= ?1)\b|\bWHERE (?:true|false)\b",
}
_ALL = {why: re.compile(pattern, re.IGNORECASE) for why, pattern in REFUSED.items()}
_CHANGES = {
    "tables": re.compile(r"\s*(?:CREATE|ALTER|DROP)\b", re.IGNORECASE),
    "rows": re.compile(r"\s*(?:INSERT|UPDATE|DELETE)\b", re.IGNORECASE),
}
_KINDS, _REVISION = "kinds of changes", "alembic_version"
# Tests prepare their own tables with statements that have this option.
OF_TESTS = {"of_tests": True}


def refused(statement: str) -> list[str]:
    """Everything in a statement that such a database refuses, in words."""
    return [why for why, pattern in _ALL.items() if pattern.search(statement)]


def _check(connection: Connection, _cursor: Any, statement: str, *_: object) -> None:
    if connection.get_execution_options().get("of_tests"):
        return
    assert refused(statement) == [], statement
    if connection.dialect.name == "postgresql":
        _check_kind(connection, statement)


def _check_kind(connection: Connection, statement: str) -> None:
    """Fail a transaction that changes both tables and rows.

    The row with the newest migration is an exception: it may change together with the tables.
    """
    kinds = connection.info.setdefault(_KINDS, set())
    kinds |= {kind for kind, pattern in _CHANGES.items() if pattern.match(statement) and _REVISION not in statement}
    assert len(kinds) < 2, f"tables and rows change in one transaction: {statement}"


def _begin(connection: Connection) -> None:
    connection.info.pop(_KINDS, None)


def watch() -> Callable[[], None]:
    """Fail every statement that such a database would refuse, until the returned function is called."""
    event.listen(Engine, "before_cursor_execute", _check)
    event.listen(Engine, "begin", _begin)

    def stop() -> None:
        event.remove(Engine, "before_cursor_execute", _check)
        event.remove(Engine, "begin", _begin)

    return stop
