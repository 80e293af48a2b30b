"""Databases over many machines refuse what is listed here: the app must not ask for any of it, not even on one machine."""

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
# Tests prepare their own tables with statements that have this option.
OF_TESTS = {"of_tests": True}


def refused(statement: str) -> list[str]:
    """Everything in a statement that such a database refuses, in words."""
    return [why for why, pattern in _ALL.items() if pattern.search(statement)]


def _check(connection: Connection, _cursor: Any, statement: str, *_: object) -> None:
    if not connection.get_execution_options().get("of_tests"):
        assert refused(statement) == [], statement


def watch() -> Callable[[], None]:
    """Fail every statement that such a database would refuse, until the function that this gives is called."""
    event.listen(Engine, "before_cursor_execute", _check)
    return lambda: event.remove(Engine, "before_cursor_execute", _check)
