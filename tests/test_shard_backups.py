"""Backup and restore of one shard, or of all."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import text

from models import db, writing
from models.ledger.clubs import Club, all_clubs, create_club
from models.store import club_move, shard_backups
from models.store.backups import write_backup
from models.store.club_move import move_club
from models.store.database import at
from models.store.shards import Shard, ShardsError
from tests.conftest import make_app, new_postgres
from tests.many_machines import OF_TESTS
from tests.shards import empty_shards

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def migrated_app(postgres_address: str) -> Flask:
    """An app on two shards, "one" and "two"."""
    app = make_app(new_postgres(postgres_address, "backed_up"), shards="one two")
    with app.app_context():
        upgrade()
    return app


@pytest.fixture
def app(migrated_app: Flask, tmp_path: Path) -> Iterator[Flask]:
    """An app on two shards, "one" and "two", each with a club of its name alone."""
    migrated_app.instance_path = str(tmp_path)
    with migrated_app.app_context():
        empty_shards()
        for shard in db.shards:
            found(shard, f"Club {shard.schema}")
        yield migrated_app
        db.session.remove()
        db.whole.dispose()


@pytest.fixture
def run(app: Flask) -> Run:
    def run(*words: object) -> Result:
        result: Result = app.test_cli_runner().invoke(args=[str(word) for word in words])
        return result

    return run


def found(shard: Shard, name: str) -> int:
    """Found a club at a shard. Gives its id."""
    with at(shard), writing():
        return create_club(name).id


def names() -> list[list[str]]:
    """The names of the clubs at each shard."""
    named = []
    for shard in db.shards:
        with at(shard):
            named.append([club.name for club in all_clubs()])
    return named


def test_all_shards_come_back_from_one_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    assert "2 rows, and the secret" in run("backup", file).output
    for shard in db.shards:
        found(shard, "Too much")

    result = run("restore", file, "--yes")

    assert result.exit_code == 0, result.output
    assert " for one." in result.output
    assert " for two." in result.output
    assert names() == [["Club one"], ["Club two"]]
    assert found(db.shards[1], "The next") > found(db.shards[0], "Another")


def test_one_shard_comes_back_alone_from_its_own_backup_or_from_one_of_all(run: Run, tmp_path: Path) -> None:
    every, alone = tmp_path / "all.zip", tmp_path / "two.zip"
    run("backup", every)
    assert run("backup", alone, "--shard", "two").exit_code == 0
    for file in (every, alone):
        for shard in db.shards:
            found(shard, "Later")

        result = run("restore", file, "--yes", "--shard", "two")

        assert result.exit_code == 0, result.output
        assert names()[1] == ["Club two"]
    assert names()[0] == ["Club one", "Later", "Later"]


def test_a_backup_of_another_shard_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.zip"
    run("backup", file, "--shard", "two")

    refused = run("restore", file, "--yes", "--shard", "one")

    assert refused.exit_code == 1
    assert "It is of the shard with the letter A" in refused.output
    assert "There is no shard ten." in run("backup", tmp_path / "x.zip", "--shard", "ten").output
    assert names() == [["Club one"], ["Club two"]]


def test_a_backup_of_more_shards_than_the_server_has_is_refused(
    run: Run, tmp_path: Path, postgres_address: str
) -> None:
    file = tmp_path / "all.zip"
    run("backup", file)
    for shards in ("", "one"):
        fewer = make_app(new_postgres(postgres_address, "fewer"), shards=shards)
        with fewer.app_context():
            refused = fewer.test_cli_runner().invoke(args=["restore", str(file), "--yes"])
            assert "It is of 2 shards, and ROUNDHOUSE_SHARDS names others." in refused.output
            db.whole.dispose()


def test_a_club_that_has_moved_since_is_not_brought_back_beside_itself(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    one, two = db.shards
    id = found(one, "Who moves")
    with at(one):
        ref = db.session.get_one(Club, id).ref
    run("backup", file)
    move_club(id, one, two)

    refused = run("restore", file, "--yes", "--shard", "one")

    assert f"A club has moved to or from this shard since (1 names, {ref} among them)." in refused.output
    assert names() == [["Club one"], ["Who moves", "Club two"]]
    assert run("restore", file, "--yes").exit_code == 0
    assert names() == [["Club one", "Who moves"], ["Club two"]]


def test_a_club_that_has_come_since_is_not_lost(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    one, two = db.shards
    id = found(two, "Who comes")
    run("backup", file)
    move_club(id, two, one)

    refused = run("restore", file, "--yes", "--shard", "one")

    assert "A club has moved to or from this shard since" in refused.output
    assert names() == [["Club one", "Who comes"], ["Club two"]]


def test_no_club_moves_during_a_backup(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = db.shards
    id = found(one, "Who moves")
    monkeypatch.setattr(club_move, "_PATIENCE_SECONDS", 0.1)

    def write_and_move(path: Path, secret: str) -> int:
        with pytest.raises(ShardsError, match="The club stays where it is"):
            move_club(id, one, two)
        return write_backup(path, secret)

    monkeypatch.setattr(shard_backups, "write_backup", write_and_move)

    assert run("backup", tmp_path / "all.zip").exit_code == 0
    assert names() == [["Club one", "Who moves"], ["Club two"]]


def test_somebody_who_writes_holds_a_restore_up_and_halves_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    run("backup", file)
    for shard in db.shards:
        found(shard, "Later")
    other = db.whole.execution_options(**OF_TESTS).connect()
    other.execute(text("SELECT id FROM two.clubs FOR UPDATE"))
    thread = threading.Timer(2.0, other.close)
    thread.start()

    result = run("restore", file, "--yes")

    thread.join()
    assert result.exit_code == 0, result.output
    assert names() == [["Club one"], ["Club two"]]


def test_a_damaged_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    run("backup", file)
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole.replace(b"first.zip", b"frist.zip"), b"PK", b""):
        file.write_bytes(damaged)
        refused = run("restore", file, "--yes")
        assert refused.exit_code == 1
        assert "cannot be restored, and nothing was changed" in refused.output


def test_the_secret_of_another_server_comes_with_all_shards_alone(
    app: Flask, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.zip"
    run("backup", file)
    monkeypatch.setattr("commands.backup.SHORTEST_SECRET", 1)
    monkeypatch.setattr(app, "secret_key", "another")

    assert "It has another secret than the server." in run("restore", file, "--yes", "--shard", "two").output
    assert run("restore", file, "--yes").exit_code == 0
