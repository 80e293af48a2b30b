"""A club moves to another shard: all of it is there afterwards, or nothing has changed."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import func, select, text
from sqlalchemy.exc import NoResultFound, OperationalError

from commands import demo as demo_command
from models import db, writing
from models.ledger.clubs import Club, create_club, find_clubs, lock_club
from models.ledger.games import Game
from models.ledger.tournaments import lock_whole_club
from models.sheets.fold import load_sheet
from models.store import club_move
from models.store.club_move import move_club
from models.store.database import at
from models.store.moved_refs import MovedRef, find_moved
from models.store.shards import Shard, ShardsError
from tests.conftest import filled
from tests.many_machines import OF_TESTS
from tests.models.conftest import Table, make_table

Counts = dict[str, int]


@pytest.fixture
def shards(sharded: Flask) -> Iterator[tuple[Shard, ...]]:
    """Three shards. At the second there are the demo club and a game of four; at the others a club each."""
    with sharded.app_context():
        for shard in (db.shards[0], db.shards[2]):
            with at(shard), writing():
                create_club("Who stays")
        with at(db.shards[1]):
            filled("demo of a move", lambda: make_demo(sharded))
        yield db.shards


def make_demo(app: Flask) -> None:
    """Make the demo club here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo_command, "find_emptiest_shard", lambda: None)
        assert app.test_cli_runner().invoke(args=["demo"]).exit_code == 0


@pytest.fixture
def demo(shards: tuple[Shard, ...]) -> int:
    """The id of the demo club."""
    with at(shards[1]):
        return find_clubs("The Thursday table")[0].id


def _counts(shard: Shard) -> Counts:
    with at(shard):
        return {
            table.name: db.session.scalar(select(func.count()).select_from(table)) or 0
            for table in db.metadata.sorted_tables
            if table.name not in ("receipts", MovedRef.__tablename__)
        }


def test_everything_moves_and_nothing_of_another_club(shards: tuple[Shard, ...], demo: int) -> None:
    _, second, third = shards
    with at(second):
        table = make_table()
        table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
        db.session.commit()
        stays, game, columns = table.club.id, table.game.id, table.sheet.columns
    before = _counts(second), _counts(third)

    moved = move_club(demo, second, third)

    after = _counts(second), _counts(third)
    assert {name: one + after[1][name] for name, one in after[0].items()} == {
        name: one + before[1][name] for name, one in before[0].items()
    }
    assert moved.rows == sum(before[0].values()) - sum(after[0].values()) > 500
    assert moved.seconds < 10
    with at(second):
        assert [club.id for club in db.session.scalars(select(Club))] == [stays]
        assert load_sheet(db.session.get_one(Game, game)).columns == columns
    with at(third):
        assert find_clubs("The Thursday table")[0].id == demo


def test_the_old_shard_knows_where_each_name_has_gone_until_it_is_back(shards: tuple[Shard, ...], demo: int) -> None:
    first, second, third = shards
    with at(second):
        ref = db.session.get_one(Club, demo).ref

    there = move_club(demo, second, third)
    with at(second):
        assert find_moved([ref, "A23456789"]) == {ref: third}
    further = move_club(demo, third, first)
    with at(third):
        assert find_moved([ref]) == {ref: first}
    back = move_club(demo, first, second)

    assert there.digest == further.digest == back.digest
    with at(second):
        assert find_moved([ref]) == {}
        assert db.session.get_one(Club, demo).ref == ref


def test_a_club_that_moved_plays_on_with_ids_and_names_of_its_new_shard(shards: tuple[Shard, ...]) -> None:
    _, second, third = shards
    with at(second):
        table = make_table()
        id, game = table.club.id, table.game.id
        table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
        db.session.commit()
    move_club(id, second, third)

    with at(third):
        moved = Table(db.session.get_one(Club, id), db.session.get_one(Game, game), table.key)
        moved.enter(2, Ana="out", Ben="3", Cai="4", Dee="5")
        db.session.commit()
        assert moved.totals == {"Ana": 0, "Ben": 6, "Cai": 8, "Dee": 10}


def test_rows_that_are_not_the_same_leave_everything_as_it_was(
    shards: tuple[Shard, ...], demo: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [_counts(shard) for shard in shards]
    monkeypatch.setattr(club_move._Move, "_digest", lambda *_, is_locked=False: ("one" if is_locked else "another", 1))

    with pytest.raises(ShardsError, match="not the same"):
        move_club(demo, shards[1], shards[2])

    assert [_counts(shard) for shard in shards] == before


def test_somebody_who_does_not_stop_writing_keeps_the_club_where_it_is(
    shards: tuple[Shard, ...], demo: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_move, "_PATIENCE_SECONDS", 0.1)
    before = [_counts(shard) for shard in shards]
    with db.whole.execution_options(**OF_TESTS).connect() as other, other.begin():
        other.execute(text("SELECT id FROM second.games ORDER BY id LIMIT 1 FOR UPDATE"))

        with pytest.raises(ShardsError, match="The club stays where it is"):
            move_club(demo, shards[1], shards[2])

    assert [_counts(shard) for shard in shards] == before


def test_a_club_that_has_gone_does_not_move(shards: tuple[Shard, ...], demo: int) -> None:
    move_club(demo, shards[1], shards[2])

    with pytest.raises(ShardsError, match="not there any more"):
        move_club(demo, shards[1], shards[0])


def test_every_table_moves_or_is_known_to_stay(shards: tuple[Shard, ...]) -> None:
    owned = {table.name for table in db.metadata.sorted_tables if {*club_move._OWNERS} & {*table.columns.keys()}}

    assert {table.name for table in db.metadata.sorted_tables} - owned == {"clubs", "moved_refs"}


def test_a_club_does_not_move_to_where_it_is(shards: tuple[Shard, ...], demo: int) -> None:
    with pytest.raises(ShardsError, match="there already"):
        move_club(demo, shards[1], shards[1])


def test_a_failing_database_is_told_apart(
    shards: tuple[Shard, ...], demo: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(club_move, "tables_of", fail)
    with pytest.raises(ShardsError, match="gone"):
        move_club(demo, shards[1], shards[2])


def test_somebody_who_waited_for_the_club_finds_it_gone(shards: tuple[Shard, ...], demo: int) -> None:
    move_club(demo, shards[1], shards[2])

    with at(shards[1]):
        for lock in (lock_club, lock_whole_club):
            with pytest.raises(NoResultFound), writing():
                lock(demo)
