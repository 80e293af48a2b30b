"""A shard that is locked: one statement waits for it, and the others are told without waiting."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from models import db, writing
from models.ledger.clubs import all_clubs, create_club
from models.store.database import at
from models.store.patience import _TRY_SECONDS, LOCK_SECONDS, PAUSE_SECONDS, ShardLockedError
from models.store.troubles import Trouble, trouble_of
from tests.many_machines import OF_TESTS

# Longer than anything that is told at once may take, on a slow machine.
AT_ONCE = 0.8


@contextmanager
def locked(table: str) -> Iterator[None]:
    """A block in which nobody can read or write this table."""
    with db.whole.execution_options(**OF_TESTS).connect() as other, other.begin():
        other.execute(text(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
        yield


@contextmanager
def one_who_waits(app: Flask) -> Iterator[None]:
    """A block in which another thread waits for the second shard."""

    def wait() -> None:
        with app.app_context(), at(db.shards[1]), pytest.raises(DBAPIError):
            all_clubs()

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.2)
    yield
    thread.join()


def seconds_until_refused() -> float:
    """The seconds until the second shard refuses to be read."""
    begun = time.monotonic()
    with pytest.raises((DBAPIError, ShardLockedError)) as refused, at(db.shards[1]):
        all_clubs()
    assert trouble_of(refused.value) is Trouble.BUSY
    return time.monotonic() - begun


def test_a_lock_is_waited_for_a_second_and_a_half(sharded: Flask) -> None:
    with sharded.app_context(), locked("second.clubs"):
        assert LOCK_SECONDS <= seconds_until_refused() < LOCK_SECONDS + AT_ONCE


def test_one_waits_and_the_others_are_told_at_once(sharded: Flask) -> None:
    with sharded.app_context(), locked("second.clubs"), one_who_waits(sharded):
        told = [seconds_until_refused() for _ in range(5)]
        with at(db.shards[2]):
            assert all_clubs() == []

    assert max(told) < AT_ONCE
    assert sum(told) < LOCK_SECONDS


def test_after_the_lock_everybody_is_answered_again(sharded: Flask) -> None:
    with sharded.app_context():
        with locked("second.clubs"), one_who_waits(sharded):
            seconds_until_refused()
        time.sleep(PAUSE_SECONDS)
        for _ in range(2):
            with at(db.shards[1]):
                assert all_clubs() == []


def test_a_locked_shard_is_tried_now_and_then_and_for_as_long_as_nobody_notices(sharded: Flask) -> None:
    with sharded.app_context(), locked("second.clubs"):
        seconds_until_refused()
        begun, took = time.monotonic(), list[float]()
        while time.monotonic() - begun < 2.5 * PAUSE_SECONDS:
            took.append(seconds_until_refused())
            time.sleep(0.01)

    assert len(took) > 20
    assert len([seconds for seconds in took if seconds > _TRY_SECONDS]) <= len(took) // 3
    assert max(took) < AT_ONCE


def test_a_row_that_somebody_holds_closes_no_shard(sharded: Flask) -> None:
    with sharded.app_context():
        with at(db.shards[1]), writing():
            id = create_club("Us").id
        with db.whole.execution_options(**OF_TESTS).connect() as other, other.begin():
            other.execute(text(f"SELECT id FROM second.clubs WHERE id = {id} FOR UPDATE"))  # noqa: S608 (our own number)
            with at(db.shards[1]):
                with pytest.raises(DBAPIError), writing():
                    db.session.get_one(type(all_clubs()[0]), id, with_for_update=True)
                assert [club.name for club in all_clubs()] == ["Us"]
            with at(db.shards[1]), writing():
                create_club("They")
