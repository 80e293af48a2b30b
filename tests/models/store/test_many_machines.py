"""Ids have 64 bits, and every statement is one that a database spread over many machines accepts."""

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import BigInteger, inspect, text

from models import db, writing
from models.ledger.clubs import Club, create_club
from models.results.history import NightSearch, find_nights
from models.sheets.fold import load_sheet
from models.store.backups import replace_everything
from models.store.database import new_sqlite
from models.store.transactions import add_row
from rules import RULE_BOOKS
from samples.cast import PEOPLE, TODAY
from samples.games import begin
from tests.many_machines import OF_TESTS, refused

ON_POSTGRESQL = pytest.mark.parametrize("store", ["postgresql"], indirect=True)
BEYOND = 2**40


@ON_POSTGRESQL
def test_every_id_and_every_counter_of_ids_has_64_bits(store: Flask) -> None:
    inspector, small = inspect(db.engine), []
    for table in inspector.get_table_names():
        held = {name for key in inspector.get_foreign_keys(table) for name in key["constrained_columns"]}
        ids = [column for column in inspector.get_columns(table) if column["name"] in {*held, "id"}]
        small += [f"{table}.{column['name']}" for column in ids if not isinstance(column["type"], BigInteger)]
    counters = db.session.execute(text("SELECT sequencename FROM pg_sequences WHERE data_type::text <> 'bigint'"))

    assert (small, counters.scalars().all()) == ([], [])


@ON_POSTGRESQL
def test_a_club_beyond_two_thousand_million_plays(store: Flask) -> None:
    game = begin(add_row(Club(id=BEYOND, name="The last club")), PEOPLE[:3], RULE_BOOKS["double-nine"], TODAY)

    assert [column.name for column in load_sheet(game).columns] == list(PEOPLE[:3])
    assert [night.club_id for night in find_nights(BEYOND, NightSearch(), 5)] == [BEYOND]


@ON_POSTGRESQL
def test_after_a_restore_the_next_id_is_above_all_that_came_back(store: Flask, tmp_path: Path) -> None:
    with db.engine.execution_options(**OF_TESTS).begin() as connection:
        connection.execute(text("ALTER SEQUENCE clubs_id_seq RESTART"))
    scratch = new_sqlite(tmp_path / "scratch.db")
    db.metadata.create_all(scratch)
    with scratch.begin() as connection:
        rows = [{"id": id, "ref": f"club-{id}", "name": "A club", "founded_at": TODAY} for id in range(5, 40)]
        connection.execute(db.metadata.tables["clubs"].insert(), rows)

    replace_everything(scratch)

    with writing():
        assert create_club("Ana’s table").id == 40
    scratch.dispose()


REFUSED = [
    "SELECT setval('clubs_id_seq', 7)",
    "ALTER SEQUENCE clubs_id_seq RESTART WITH 7",
    "SELECT pg_try_advisory_xact_lock(1)",
    "LISTEN lines",
    "SET CONSTRAINTS ALL DEFERRED",
    "SELECT pg_export_snapshot()",
    "SELECT id FROM games WHERE games.id IN (SELECT 1 FROM (SELECT 1) WHERE 1!=1)",
    "SELECT id FROM games WHERE false",
]


def test_a_statement_that_such_a_database_refuses_is_found() -> None:
    assert {statement: len(refused(statement)) for statement in REFUSED} == dict.fromkeys(REFUSED, 1)


@ON_POSTGRESQL
def test_tables_and_rows_that_change_together_are_found(store: Flask) -> None:
    more = text("ALTER TABLE waits ADD COLUMN more INTEGER")
    with db.engine.connect() as connection:
        connection.execute(text("DELETE FROM waits"))
        with pytest.raises(AssertionError, match="tables and rows change in one transaction"):
            connection.execute(more)
        connection.rollback()
        connection.execute(more)
        connection.rollback()


def test_an_ordinary_statement_is_taken(store: Flask) -> None:
    assert refused("SELECT id FROM games WHERE games.ref = 'false' AND games.id = 11") == []
    with pytest.raises(AssertionError, match="setval"):
        db.session.execute(text("SELECT setval('clubs_id_seq', 7)"))
