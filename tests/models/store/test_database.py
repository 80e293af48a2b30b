"""The database never loses anything that it acknowledged, and its tables are the ones that the migrations make."""

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, func, select, text

from models import db, writing
from models.ledger.clubs import Club, all_clubs, create_club
from models.ledger.games import Game, GameTerms
from models.ledger.lines import SheetRow
from models.ledger.nights import Night
from models.ledger.players import Player, find_or_add_player, player_names
from models.play.scores import ScoreEntry, enter_scores
from models.play.start import start_game
from models.store.columns import now
from models.store.database import open_options, without_password
from models.store.receipts import Receipt, forget_receipts
from models.store.uploads import Upload, forget_uploads, store_upload
from rules import RULE_BOOKS
from rules.scores.left_in_hand import HandLeft
from samples.pens import pen_of
from tests.conftest import make_app
from tests.models.conftest import TONIGHT, make_table


def test_sqlite_is_opened_so_that_nothing_acknowledged_is_lost(sqlite_address: str) -> None:
    pragmas = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with make_app(sqlite_address).app_context(), db.engine.connect() as connection:
        assert {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in pragmas} == pragmas
        db.engine.dispose()


def test_a_writing_transaction_begins_immediate_and_a_reading_one_does_not(app: Flask, said: list[str]) -> None:
    with app.app_context():
        with writing():
            create_club("Ana’s table")
        db.session.execute(text("SELECT 1"))

    assert [words for words in said if words.startswith("BEGIN")] == ["BEGIN IMMEDIATE", "BEGIN"]


def test_what_raises_writes_nothing(store: Flask) -> None:
    with pytest.raises(ZeroDivisionError), writing():
        create_club("Ana’s table")
        raise ZeroDivisionError

    assert all_clubs() == []


def at_once(*phones: Callable[[], None]) -> None:
    """Run these at the same time, each in a thread."""
    threads = [threading.Thread(target=phone) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_many_phones_at_once_lose_nothing_and_keep_one_order(store: Flask) -> None:
    table = make_table()
    id, seats = table.game.id, table.seats.values()
    db.session.commit()

    def phone(seat: int) -> None:
        with store.app_context():
            for pips in range(1, 9):
                with writing(), pen_of(db.session.get_one(Game, id), "x") as pen:
                    cell = pen.sheet.rounds[0].cells.get(seat)
                    entry = ScoreEntry(HandLeft(pips), str(pips), cell.line if cell else 0)
                    enter_scores(pen, 1, {seat: entry}, frozenset({"nobody-out:"}))

    at_once(*(partial(phone, seat) for seat in seats))

    numbers = db.session.scalars(select(SheetRow.number).order_by(SheetRow.number)).all()
    assert numbers == list(range(1, 33))


def test_many_phones_starting_at_once_make_one_night_and_each_player_once(store: Flask) -> None:
    with writing():
        id = create_club("Ana’s table").id

    def phone() -> None:
        with store.app_context(), writing():
            terms = GameTerms(RULE_BOOKS["double-nine"], (9,))
            start_game(db.session.get_one(Club, id), ["Ana", "Zoë"], terms, TONIGHT, "Ana")

    at_once(*[phone] * 6)

    counts = [db.session.scalar(select(func.count()).select_from(model)) for model in (Game, Night, Player)]
    assert counts == [6, 1, 2]


def test_rows_that_point_to_a_deleted_one_are_found_by_an_index() -> None:
    unfound = []
    for table in db.metadata.sorted_tables:
        unique = [kept for kept in table.constraints if isinstance(kept, PrimaryKeyConstraint | UniqueConstraint)]
        led = {next(iter(index.columns)) for index in (*table.indexes, *unique)}
        unfound += [str(key.parent) for key in table.foreign_keys if key.parent not in led]

    assert unfound == []


@pytest.mark.parametrize("address", ["sqlite_address", "postgres_address"])
def test_the_migrations_make_the_tables_that_the_models_describe(request: pytest.FixtureRequest, address: str) -> None:
    app = make_app(request.getfixturevalue(address))
    with app.app_context():
        db.drop_all()
        upgrade()
        with db.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []
            if connection.dialect.name == "postgresql":
                counters = connection.scalars(text("SELECT DISTINCT data_type::text FROM pg_sequences"))
                assert counters.all() == ["bigint"]
            else:
                tables = connection.execute(text("PRAGMA table_list")).mappings()
                assert [table["name"] for table in tables if table["wr"]] == ["tallies"]
        downgrade(revision="base")
        with db.engine.begin() as connection:
            connection.execute(text("DROP TABLE alembic_version"))
        db.engine.dispose()


def test_names_that_only_capitals_tell_apart_are_one_player(store: Flask) -> None:
    club_id = create_club("Ana’s table").id

    assert len({find_or_add_player(club_id, name).id for name in ("Zoë", "ZOË", "Zoe\u0308")}) == 1
    assert player_names(club_id) == ["Zoë"]


def test_receipts_and_waiting_files_are_forgotten_when_they_are_old(store: Flask) -> None:
    for receipt, upload in ((41, 2), (39, 0)):
        day = now() - timedelta(days=receipt)
        db.session.add(Receipt(once=f"form of {receipt} days", owner="", digest="", location="/", at=day))
        store_upload(f"sent {upload} days ago", "{}", "Ana", None).at = now() - timedelta(days=upload)
    db.session.flush()

    forget_receipts()
    forget_uploads()

    assert db.session.scalars(select(Receipt.once)).all() == ["form of 39 days"]
    assert [upload.text for upload in db.session.scalars(select(Upload))] == ["sent 0 days ago"]


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "sqlite:///beside.db"])
def test_a_database_that_is_no_file_of_ours_is_left_alone(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert open_options(address) == {}
    assert list(tmp_path.iterdir()) == []


def test_an_address_is_shown_without_its_password() -> None:
    assert without_password("postgresql+psycopg://ana:secret@host/club") == "postgresql+psycopg://ana:***@host/club"
    assert without_password("sqlite:////srv/roundhouse.db") == "sqlite:////srv/roundhouse.db"
