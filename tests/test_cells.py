"""Cells: a complete Roundhouse in each schema of one PostgreSQL database, as described in docs/scale.md."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from app import create_app
from proofs.postgres import find_postgres
from proofs.server import Server
from proofs.visitor import Visitor
from tests.conftest import new_postgres, serving, sure


def cell(folder: Path, database: str, schema: str) -> Server:
    """The server of a cell, not started."""
    folder.mkdir()
    return Server(folder, f"{database}?options=-csearch_path%3D{schema}")


@pytest.fixture
def database(postgres_address: str) -> str:
    """A new database with the schemas of two cells."""
    address = new_postgres(postgres_address, "cells")
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("CREATE SCHEMA east; CREATE SCHEMA west"))
    engine.dispose()
    return address


@pytest.fixture
def cells(database: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two cells in two schemas of one database."""
    east, west = cell(tmp_path / "east", database, "east"), cell(tmp_path / "west", database, "west")
    with serving(east), serving(west):
        yield east, west


def begin(server: Server, name: str) -> tuple[str, str]:
    """Found a club at a cell by starting a game. Return the phone's cookie and the game's address."""
    with closing(Visitor(server.port)) as phone:
        game = phone.send("/start", **{"players-0": name, "players-1": "Ben"}).address
        return phone.cookie, game


def status(server: Server, cookie: str, address: str) -> int:
    with closing(Visitor(server.port, cookie)) as phone:
        phone.begin(address)
        return phone.end().status


@pytest.mark.postgresql
def test_neither_cell_opens_what_the_other_keeps_and_one_plays_on_while_the_other_is_stopped(
    cells: tuple[Server, Server],
) -> None:
    east, west = cells
    ana, game = begin(east, "Ana")
    wes, west_game = begin(west, "Wes")

    assert status(east, ana, game) == status(west, wes, west_game) == 200
    assert status(west, ana, game) == status(east, wes, west_game) == 404
    east.stop()
    assert status(west, wes, west_game) == 200


@pytest.mark.postgresql
def test_a_cell_goes_on_in_another_database_with_every_link(
    cells: tuple[Server, Server], database: str, postgres_address: str, tmp_path: Path
) -> None:
    east, _ = cells
    ana, game = begin(east, "Ana")
    dump, plain = sure(find_postgres()) / "pg_dump", database.replace("+psycopg", "")
    dumped = subprocess.run([dump, "--schema=east", plain], capture_output=True, check=True)  # noqa: S603 (our own words)
    east.stop()
    elsewhere = new_postgres(postgres_address, "elsewhere")
    filling = [str(dump.with_name("psql")), "-q", elsewhere.replace("+psycopg", "")]
    subprocess.run(filling, input=dumped.stdout, capture_output=True, check=True)  # noqa: S603 (our own words)
    east.database = f"{elsewhere}?options=-csearch_path%3Deast"

    east.start()

    assert status(east, ana, game) == 200


def test_a_server_with_shards_does_not_start_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_SHARDS", "clubs1, clubs2")

    with pytest.raises(SystemExit, match=r"With version 0\.7\.0, move all clubs into the first shard"):
        create_app({"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
