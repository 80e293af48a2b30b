"""Shards: their names, letters and ids; each with its own clubs, brought up to date one by one."""

from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import Result
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import inspect, text

from models import db, writing
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger.clubs import Club, all_clubs, create_club, find_emptiest_shard
from models.ledger.games import Game
from models.store import shards
from models.store.columns import new_ref
from models.store.database import at
from models.store.shards import ShardsError, ids_of, read_shards, shard_of
from tests.conftest import make_app, new_postgres, sure
from tests.models.conftest import make_table


@pytest.fixture
def here(sharded: Flask) -> Iterator[Flask]:
    """An app context on three empty shards."""
    with sharded.app_context():
        yield sharded


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("clubs; drop", "clubs; is no name"),
        ("Clubs", "Clubs is no name"),
        ("pg_clubs", "pg_clubs is no name"),
        ('a"b', 'a"b is no name'),
        ("one two one", "names a schema twice"),
        (" ".join(f"s{number}" for number in range(30)), "names 30 schemas"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(setting: str, says: str) -> None:
    with pytest.raises(ShardsError, match=says):
        read_shards(setting, is_postgres=True)


def test_with_sqlite_the_setting_is_a_clear_error(sqlite_address: str) -> None:
    with pytest.raises(SystemExit, match="ROUNDHOUSE_SHARDS needs PostgreSQL"):
        make_app(sqlite_address, shards="one, two")


def test_a_ref_says_by_its_first_letter_which_shard_made_it(here: Flask) -> None:
    refs = []
    for shard in db.shards:
        with at(shard):
            refs.append(new_ref())

    assert [len(ref) for ref in refs] == [10, 10, 10]
    assert (refs[0][0].islower() or refs[0][0].isdigit(), refs[1][0], refs[2][0]) == (True, "A", "B")
    assert [shard_of(ref, db.shards) for ref in refs] == list(db.shards)
    assert shard_of("Zed", db.shards) == db.shards[0]


def test_each_shard_has_its_own_clubs_and_ids_that_no_other_gives(here: Flask) -> None:
    ids = []
    for shard in db.shards:
        with at(shard), writing():
            ids.append(create_club(f"At {shard.schema}").id)

    assert [id in ids_of(shard) for id, shard in zip(ids, db.shards, strict=True)] == [True, True, True]
    for shard in db.shards:
        with at(shard):
            assert [club.name for club in all_clubs()] == [f"At {shard.schema}"]


def test_the_next_club_is_founded_where_there_are_fewest(here: Flask) -> None:
    for _ in range(5):
        with at(find_emptiest_shard()), writing():
            create_club("Us")

    counted = []
    for shard in db.shards:
        with at(shard):
            counted.append(len(all_clubs()))
    assert counted == [2, 2, 1]


def test_a_file_from_another_shard_gets_names_of_this_one(here: Flask) -> None:
    first, second, _ = db.shards
    with at(second):
        table = make_table()
        table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
        db.session.commit()
        text = "".join(write_club(table.club))
    with at(first):
        with writing():
            club = create_club_from_file(read_club(text))
            import_club(read_club(text), club)
        game = db.session.scalars(db.select(Game)).one()

        assert not club.ref.startswith("A")
        assert not game.ref.startswith("A")
        assert sure(game.origin).startswith("A")


@pytest.fixture
def fresh(postgres_address: str) -> str:
    """The address of an empty database."""
    return new_postgres(postgres_address, "fresh")


def _said(app: Flask, *words: str) -> Result:
    result: Result = app.test_cli_runner().invoke(args=list(words))
    return result


def test_an_upgrade_makes_every_shard_and_brings_it_up_to_date(fresh: str) -> None:
    app = make_app(fresh, shards="one two")
    with app.app_context():
        upgrade()
        upgrade()
        for shard in db.shards:
            with at(shard), db.engine.connect() as connection, writing():
                connection.execute(text(f"SET search_path = {shard.schema}"))
                tables = MigrationContext.configure(connection)
                assert compare_metadata(tables, db.metadata) == []
                assert create_club("Us").id in ids_of(shard)
        assert _said(app, "shard", "list").output == "one: no letter, 1 clubs\ntwo: A, 1 clubs\n"

        added = _said(app, "shard", "add", "three")

        assert "three is there, with the letter B." in added.output
        assert added.output.endswith("ROUNDHOUSE_SHARDS=one,two,three\n")
        assert "names a schema twice" in _said(app, "shard", "add", "three").output
        db.whole.dispose()
    # The server still runs without the new one.
    before = make_app(fresh, shards="one two")
    with before.app_context():
        assert "The schema three was made for place 3" in _said(before, "shard", "add", "four").output
        assert "four" not in inspect(db.whole).get_schema_names()
        assert _said(before, "shard", "add", "three").exit_code == 0
        db.whole.dispose()
    more = make_app(fresh, shards="one,two,three")
    with more.app_context():
        assert "three: B, 0 clubs" in _said(more, "shard", "list").output
        db.whole.dispose()


def test_shards_in_another_order_are_refused_before_anything_is_changed(
    fresh: str, caplog: pytest.LogCaptureFixture
) -> None:
    with make_app(fresh, shards="one two").app_context():
        upgrade()
        db.whole.dispose()
    refused = {
        "two one": "The schema two is at place 1 of ROUNDHOUSE_SHARDS and was made for place 2.",
        "one three two": "There is no schema three.",
        "ona two": "There is no schema ona.",
    }
    for setting, says in refused.items():
        with make_app(fresh, shards=setting).app_context():
            with pytest.raises(SystemExit):
                upgrade()
            assert says in caplog.text
            assert inspect(db.whole).get_schema_names() == ["information_schema", "one", "public", "two"]
            db.whole.dispose()


def test_an_upgrade_that_was_killed_before_the_counters_began_apart_goes_on(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with make_app(fresh, shards="one two").app_context():
        monkeypatch.setattr(shards, "number_apart", kill)
        with pytest.raises(KeyboardInterrupt):
            upgrade()
        monkeypatch.undo()
        upgrade()
        with at(db.shards[1]), writing():
            assert create_club("Us").id in ids_of(db.shards[1])
        db.session.remove()
        db.whole.dispose()


def test_a_database_from_before_becomes_the_first_shard(fresh: str) -> None:
    with make_app(fresh).app_context():
        upgrade()
        with writing():
            ref = create_club("Us").ref
        db.session.remove()
        db.engine.dispose()
    one = make_app(fresh, shards="public")
    with one.app_context():
        assert _said(one, "shard", "add", "two").exit_code == 0
        db.whole.dispose()
    with make_app(fresh, shards="public two").app_context():
        upgrade()
        with at(shard_of(ref, db.shards)):
            assert [(club.ref, club.id) for club in all_clubs()] == [(ref, 1)]
        with at(db.shards[1]), writing():
            assert create_club("They").ref.startswith("A")
        db.session.remove()
        db.whole.dispose()


def test_a_statement_without_a_shard_fails_the_test(here: Flask) -> None:
    with pytest.raises(AssertionError, match="FROM clubs"):
        db.session.execute(text("SELECT name FROM clubs"))
    assert db.session.scalars(db.select(Club)).all() == []


def test_without_the_setting_there_are_no_shards(sqlite_store: Flask) -> None:
    assert "ROUNDHOUSE_SHARDS names no shards" in _said(sqlite_store, "shard", "list").output
