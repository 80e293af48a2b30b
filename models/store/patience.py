"""Patience for a shard that is locked: one statement waits for it, and the others do not wait in vain.

This is per process. A statement that takes longer than a moment makes those after it that only read impatient: they give up soon,
because only a lock on whole tables holds them up. Then the shard is locked: once a second one statement tries, for as long as
nobody notices, and all others are refused without being sent. In the first moment of a lock several may wait.
"""

import threading
import time
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import ExceptionContext

from models.store.shards import MOST_SHARDS, Shard

# Seconds that a connection and a lock may take.
CONNECTION_SECONDS, LOCK_SECONDS = 0.5, 1.5
# Seconds after which a statement may be waiting, and the patience of those after it.
_MOMENT_SECONDS, _IMPATIENT_SECONDS = 0.04, 0.25
# Seconds for which a statement tries a shard that is locked, and the pause after it. A request that waits for longer holds up all
# others of its process, until it is known to wait (commands/workers.py).
_TRY_SECONDS, PAUSE_SECONDS = 0.01, 1.0
# Statements that a connection keeps ready: each shard has its own of them, and psycopg's hundred would not do.
_READY_OF_A_SHARD = 150
_NOT_AVAILABLE = "55P03"


class ShardLockedError(RuntimeError):
    """A shard that cannot be asked now: somebody else waits for it already, it does not answer, or it is not known here yet."""


class _Queue:
    """The statements that are at one shard now, each by its thread with the time when it began.

    `is_locked`: the last one found the shard locked; before `next_try` nobody tries again.
    """

    def __init__(self) -> None:
        self.begun: dict[int, float] = {}
        self.is_locked = False
        self.next_try = 0.0

    def has_waiting(self) -> bool:
        """True if another thread's statement has been there for longer than a moment."""
        latest = time.monotonic() - _MOMENT_SECONDS
        mine = threading.get_ident()
        return any(begun < latest for thread, begun in list(self.begun.items()) if thread != mine)


_queues: dict[str, _Queue] = {}


def _queue(schema: str) -> _Queue:
    return _queues.setdefault(schema, _Queue())


def require_unlocked(shard: Shard) -> None:
    """Raise ShardLockedError if this shard is locked, and somebody waits for it already or has tried a moment ago."""
    queue = _queue(shard.schema)
    if queue.is_locked and (time.monotonic() < queue.next_try or queue.has_waiting()):
        raise ShardLockedError(shard.schema)


def watch_waits(engine: Engine) -> None:
    """Give the statements of this engine, and of its shards, their patience."""
    event.listen(engine, "connect", _keep_ready)
    event.listen(engine, "before_cursor_execute", _begin)
    event.listen(engine, "after_cursor_execute", _end)
    event.listen(engine, "handle_error", _fail)


def _keep_ready(driver: Any, _record: object) -> None:
    driver.prepared_max = _READY_OF_A_SHARD * MOST_SHARDS


def _begin(connection: Connection, *_: object) -> None:
    queue = _queue_of(connection)
    if queue is None:
        return
    reads = _only_reads(connection)
    if queue.is_locked and reads:
        _set_patience(connection, f"{_TRY_SECONDS * 1000:.0f}")
    # People who enter something wait for each other at their table.
    elif queue.has_waiting() and (queue.is_locked or reads):
        _set_patience(connection, f"{_IMPATIENT_SECONDS * 1000:.0f}")
    queue.begun[threading.get_ident()] = time.monotonic()


def _set_patience(connection: Connection, milliseconds: str) -> None:
    driver: Any = connection.connection.driver_connection
    # If the connection is gone, the statement itself says so.
    with suppress(Exception):
        driver.execute(f"SET LOCAL lock_timeout = {milliseconds}")


def _end(connection: Connection, *_: object) -> None:
    queue = _queue_of(connection)
    if queue is not None:
        queue.begun.pop(threading.get_ident(), None)
        if queue.is_locked and _only_reads(connection):
            queue.is_locked = False
            _set_patience(connection, "DEFAULT")


def _fail(context: ExceptionContext) -> None:
    queue = _queue_of(context.connection) if context.connection is not None else None
    if queue is None or context.connection is None:
        return
    queue.begun.pop(threading.get_ident(), None)
    if getattr(context.original_exception, "sqlstate", None) == _NOT_AVAILABLE and _only_reads(context.connection):
        queue.is_locked, queue.next_try = True, time.monotonic() + PAUSE_SECONDS


def _queue_of(connection: Connection) -> _Queue | None:
    shard: Shard | None = connection.get_execution_options().get("shard")
    return _queue(shard.schema) if shard else None


def _only_reads(connection: Connection) -> bool:
    return not connection.get_execution_options().get("writes")
