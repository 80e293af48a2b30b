"""Backups hold everything as of one moment, are checked before a restore, and can move to another kind of database."""

import hashlib
import json
import re
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flask import Flask, current_app
from flask_migrate import upgrade
from sqlalchemy import func, select, text

from models import db, writing
from models.access.tokens import write_result_token
from models.ledger.clubs import Club, create_club
from models.ledger.nights import Note
from models.ledger.results import RESULTS
from models.ledger.shared_results import find_shared_result, revoke_shared_result, share_result
from tests.conftest import filled, make_app, sure


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database made by the migrations, with the demo in it, for every test to copy."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    with make_app(f"sqlite:///{path}").app_context():
        upgrade()
        make_demo()
        db.engine.dispose()
    return path


def make_demo() -> None:
    assert current_app.test_cli_runner().invoke(args=["demo"]).exit_code == 0


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An app on a database made by the migrations, with the demo in it."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("demo_file"), tmp_path / "test.db")
        address = f"sqlite:///{tmp_path}/test.db"
    else:
        address = request.getfixturevalue("postgres_address")
    app = make_app(address)
    app.instance_path = str(tmp_path)
    with app.app_context():
        if request.param == "postgresql":
            db.drop_all()
            upgrade()
            filled("demo", make_demo)
        yield app
        db.session.remove()
        db.drop_all()
        with db.engine.begin() as connection:
            connection.execute(text("DROP TABLE alembic_version"))
        db.engine.dispose()


def run(app: Flask, *words: object, typed: str = "") -> Result:
    return app.test_cli_runner().invoke(args=[*map(str, words)], input=typed)


def back_up(app: Flask, path: Path) -> Path:
    """Make a backup at this path, and found another club after it."""
    assert run(app, "backup", path).exit_code == 0
    with writing():
        create_club("Founded since")
    return path


def restore(app: Flask, path: Path) -> Result:
    return run(app, "restore", path, "--yes")


def content(path: Path) -> dict[str, bytes]:
    """Every file of a backup except the manifest.

    A game's stamp, the second-to-last column, is left out, because a restored game has a new one.
    """
    with zipfile.ZipFile(path) as file:
        files = {name: file.read(name) for name in file.namelist() if name != "manifest.json"}
    return files | {
        name: re.sub(rb",[^,\]]*(,[^,\]]*\]\n)", rb"\1", text) for name, text in files.items() if "games." in name
    }


def clubs() -> list[str]:
    db.session.remove()
    return list(db.session.scalars(select(Club.name).order_by(Club.id)))


def test_what_is_restored_is_what_was_backed_up_and_what_was_there_is_kept_beside(
    served: Flask, tmp_path: Path
) -> None:
    first, second = back_up(served, tmp_path / "first.zip"), tmp_path / "second.zip"

    result = restore(served, first)

    assert result.exit_code == 0, result.output
    assert clubs() == ["The Kitchen Table"]
    assert run(served, "backup", second).exit_code == 0
    assert content(second) == content(first)
    assert (tmp_path / "secret_key").read_text() == served.secret_key
    (kept,) = tmp_path.glob("before-restore-*.zip")
    assert b"Founded since" in content(kept)["clubs.jsonl"]
    # What is new gets new numbers.
    with writing():
        create_club("Founded after it")
    assert clubs() == ["The Kitchen Table", "Founded after it"]


def test_the_link_to_a_shared_result_works_after_a_restore(served: Flask, tmp_path: Path) -> None:
    game_id = db.session.scalars(select(RESULTS.c.game_id).limit(1)).one()
    with writing():
        token = write_result_token(share_result(game_id, "Ana"), served.config["SECRET_KEY"])
    back_up(served, tmp_path / "b.zip")
    with writing():
        revoke_shared_result(sure(find_shared_result(game_id)), "Ben")
    assert served.test_client().get(f"/r/{token}").status_code == 404

    restore(served, tmp_path / "b.zip")

    db.session.remove()
    assert served.test_client().get(f"/r/{token}").status_code == 200


def test_a_backup_moves_from_one_database_to_the_other(served: Flask, tmp_path: Path) -> None:
    backup, again = back_up(served, tmp_path / "b.zip"), tmp_path / "again.zip"
    other_app = make_app(f"sqlite:///{tmp_path}/other.db")
    other_app.instance_path = str(tmp_path)

    with other_app.app_context():
        result = restore(other_app, backup)
        assert result.exit_code == 0, result.output
        run(other_app, "backup", again)
        db.engine.dispose()

    assert content(again).keys() == content(backup).keys()
    assert content(again)["results.jsonl"] == content(backup)["results.jsonl"]
    assert moments(again) == moments(backup)


def moments(path: Path) -> list[str]:
    """The times of the lines, in the same form for either database."""
    return [json.loads(line)[-1][:19] for line in content(path)["lines.jsonl"].splitlines()]


def test_it_is_of_one_moment_while_others_write(served: Flask, tmp_path: Path) -> None:
    stop = threading.Event()

    def go_on_writing() -> None:
        with served.app_context():
            while not stop.is_set():
                with writing():
                    night = db.session.scalar(select(db.metadata.tables["nights"].c.id).limit(1))
                    club = create_club("Another")
                    db.session.add(Note(night_id=night, text=club.ref, folded=club.ref, by="Ana"))

    writer = threading.Thread(target=go_on_writing)
    writer.start()
    paths = [tmp_path / f"{number}.zip" for number in range(4)]
    results = [run(served, "backup", path) for path in paths]
    stop.set()
    writer.join()

    assert [result.exit_code for result in results] == [0] * 4
    for path in paths:
        rows = content(path)
        # Each club was stored with a note, in one transaction.
        assert rows["clubs.jsonl"].count(b"Another") == rows["notes.jsonl"].count(b"Ana")


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_a_backup_is_nobody_elses_to_read_from_its_first_byte(
    served: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = []

    class Watched(zipfile.ZipFile):
        def __init__(self, file: Path, *words: Any) -> None:
            super().__init__(file, *words)
            modes.append(file.stat().st_mode & 0o777)

    monkeypatch.setattr(zipfile, "ZipFile", Watched)

    assert run(served, "backup", tmp_path / "b.zip").exit_code == 0

    assert modes == [0o600]
    assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_there_is_not_overwritten(served: Flask, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("mine")

    result = run(served, "backup", tmp_path / "b.zip")

    assert "was not changed" in result.output
    assert (tmp_path / "b.zip").read_text() == "mine"


# A change of one file in a backup: other bytes or text, or None to leave it out.
Change = Callable[[bytes], bytes | str | None]


def spoil(path: Path, name: str, change: Change) -> Path:
    """The same backup with one of its files changed."""
    spoilt = path.with_name("spoilt.zip")
    with zipfile.ZipFile(path) as file, zipfile.ZipFile(spoilt, "w") as copy:
        for member in file.namelist():
            data = change(file.read(member)) if member == name else file.read(member)
            if data is not None:
                copy.writestr(member, data)
    return spoilt


def described(change: Callable[[dict[str, Any]], object]) -> Change:
    def changed(manifest: bytes) -> str:
        facts = json.loads(manifest)
        change(facts)
        return json.dumps(facts)

    return changed


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("lines.jsonl", lambda rows: rows.replace(b'"Ana"', b'"Zoe"', 1), "Table lines in the backup is damaged"),
        ("lines.jsonl", lambda rows: rows.partition(b"\n")[2], "Table lines in the backup is damaged"),
        ("lines.jsonl", lambda rows: None, "damaged"),
        ("manifest.json", lambda rows: None, "not a Roundhouse backup"),
        ("secret_key", lambda rows: None, "not a Roundhouse backup"),
        ("manifest.json", described(lambda facts: facts.update(revision="9999")), "newer version of Roundhouse"),
        ("manifest.json", described(lambda facts: facts.update(roundhouse_backup=2)), "newer version of Roundhouse"),
        ("manifest.json", described(lambda facts: facts["tables"].pop("lines")), "do not match its version"),
        ("secret_key", lambda secret: b"", "secret in the backup is missing or too short"),
        ("secret_key", lambda secret: b" " * 40, "secret in the backup is missing or too short"),
        ("secret_key", lambda secret: b"x" * 31, "secret in the backup is missing or too short"),
        ("manifest.json", lambda facts: b"[" * 100_000, "not a Roundhouse backup"),
        ("lines.jsonl", lambda rows: b"[" * 100_000 + b"\n" + rows, "not a Roundhouse backup"),
    ],
)
def test_what_is_damaged_replaces_nothing(served: Flask, tmp_path: Path, name: str, change: Change, said: str) -> None:
    backup = back_up(served, tmp_path / "b.zip")

    result = restore(served, spoil(backup, name, change))

    assert result.exit_code == 1
    assert said in result.output
    assert "nothing was changed" in result.output
    assert clubs() == ["The Kitchen Table", "Founded since"]
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_a_bit_that_is_flipped_anywhere_is_found(served: Flask, tmp_path: Path) -> None:
    run(served, "backup", tmp_path / "b.zip")
    whole = (tmp_path / "b.zip").read_bytes()
    for at in range(200, len(whole), len(whole) // 6):
        (tmp_path / "flipped.zip").write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])

        result = restore(served, tmp_path / "flipped.zip")

        assert result.exception is None or isinstance(result.exception, SystemExit), at
        assert clubs() == ["The Kitchen Table"]


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_a_file_that_is_no_zip_replaces_nothing(served: Flask, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("no zip")

    assert "not a Roundhouse backup" in restore(served, tmp_path / "b.zip").output


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    old = make_app(f"sqlite:///{tmp_path}/old.db")
    with old.app_context():
        upgrade(revision="0003")
        with db.engine.begin() as connection:
            values = "'abc', 'Old friends', '2025-01-01 20:00:00.000000'"
            connection.execute(text(f"INSERT INTO clubs (ref, name, founded_at) VALUES ({values})"))  # noqa: S608 (our own words)
        assert run(old, "backup", tmp_path / "old.zip").exit_code == 0
        db.engine.dispose()
    new = make_app(f"sqlite:///{tmp_path}/new.db")
    new.instance_path = str(tmp_path)
    with new.app_context():
        result = restore(new, tmp_path / "old.zip")

        assert result.exit_code == 0, result.output
        assert clubs() == ["Old friends"]
        assert db.session.scalar(select(func.count()).select_from(db.metadata.tables["results"])) == 0
        db.session.remove()
        db.engine.dispose()


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_rows_that_point_nowhere_replace_nothing(served: Flask, tmp_path: Path) -> None:
    run(served, "backup", tmp_path / "b.zip")
    fewer = content(tmp_path / "b.zip")["players.jsonl"].partition(b"\n")[2]
    facts = {"rows": fewer.count(b"\n"), "sha256": hashlib.sha256(fewer).hexdigest()}
    spoilt = spoil(tmp_path / "b.zip", "players.jsonl", lambda _: fewer).rename(tmp_path / "fewer.zip")
    spoilt = spoil(spoilt, "manifest.json", described(lambda manifest: manifest["tables"]["players"].update(facts)))

    result = restore(served, spoilt)

    assert result.exit_code == 1
    assert "nothing was changed. This is not a Roundhouse backup" in result.output
    assert clubs() == ["The Kitchen Table"]


@pytest.mark.parametrize("served", ["sqlite"], indirect=True)
def test_nothing_is_replaced_without_a_yes(served: Flask, tmp_path: Path) -> None:
    backup = back_up(served, tmp_path / "b.zip")

    result = run(served, "restore", backup, typed="n\n")

    assert "Replace all the current data?" in result.output
    assert result.exit_code == 1
    assert clubs() == ["The Kitchen Table", "Founded since"]


def test_a_database_that_no_migration_has_made_is_not_backed_up(sqlite_store: Flask, tmp_path: Path) -> None:
    result = run(sqlite_store, "backup", tmp_path / "b.zip")

    assert result.exit_code == 1
    assert "There is no database yet." in result.output
    assert not list(tmp_path.glob("b.zip*"))
