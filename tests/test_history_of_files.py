"""Databases, backups, club files and records from earlier versions open unchanged. tests/history/README.md lists them.

Each is compared with the pages of its own version. `tests/changed_since.py` holds the intended differences.
"""

import gzip
import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import Boolean, MetaData, text

from models import db
from rules import read_record, replay, write_record
from tests.changed_since import as_today, file_as_today, pin
from tests.conftest import in_a_hurry, make_app, on_a_new_file
from tests.many_machines import OF_TESTS
from tests.phone import Phone
from tests.shown import Facts, show_club, show_game, show_night, show_player, show_sheet, show_tournament

HISTORY = Path(__file__).parent / "history"
VERSIONS = ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0", "0.6.0"]
WITH_FILES = ["0.4.0", "0.5.0", "0.6.0"]
# 0.6.0 let players keep a drawn tile that covers a double, and called that `drawn-tile=may`. Today's `may` plays it.
KEPT_A_COVER = "g9rrnz6b6m-1"
# The contents of the tables, by lines and rounds.
KEPT = {
    "games": "SELECT ref, rules, engines FROM games",
    "lines": "SELECT ref, kind, count(*) FROM lines JOIN games ON games.id = game_id GROUP BY ref, kind",
    "moves": "SELECT ref, round, kind, count(*) FROM moves JOIN games ON games.id = game_id GROUP BY ref, round, kind",
    "hands": "SELECT ref, round, tiles, by FROM hands JOIN games ON games.id = game_id",
    "referee's lines": "SELECT ref, deed, count(*) FROM hall_lines JOIN tournaments ON tournaments.id = tournament_id GROUP BY ref, deed",
}


@pytest.fixture(autouse=True, scope="module")
def greenwich() -> Iterator[None]:
    """Run in UTC: pages show this machine's time, and the old pages were made in UTC."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@dataclass(frozen=True)
class OldClub:
    """The data of an old version, opened today: a phone that manages the club, and the old facts in today's words."""

    app: Flask
    phone: Phone
    then: Facts


def shown_by(version: str) -> Facts:
    facts = (HISTORY / version / "shown.json").read_text()
    # "Stopped before any round was finished." says it. Older versions said it twice.
    shown: Facts = json.loads(re.sub(r',\s*"Stopped after 0 rounds\."', "", facts))
    return shown


def club_file(version: str) -> Facts:
    file: Facts = json.loads(gzip.decompress((HISTORY / version / "club.json.gz").read_bytes()))
    return file


def kept_now(app: Flask) -> Facts:
    with app.app_context():
        rows = {name: db.session.execute(text(query)).all() for name, query in KEPT.items()}
    return {name: sorted(" ".join(map(str, row)) for row in table_rows) for name, table_rows in rows.items()}


def kept_then(then: Facts, without: tuple[str, ...] = ()) -> Facts:
    """The old contents of the tables, minus some games and tournaments. Tables that the old version lacked are empty."""
    lines = {name: sorted(then["kept"].get(name, ())) for name in KEPT}
    return {name: [line for line in table_lines if not line.startswith(without)] for name, table_lines in lines.items()}


def open_by(app: Flask, then: Facts, link: str = "") -> Phone:
    """Ana's phone, after it has opened the club with this link, or with that of the phone that began."""
    phone = Phone(app)
    assert phone.open(link or then["links"]["The phone that began"]).status_code == 200
    phone.open(f"{next(iter(then['games']))}/me")
    phone.send_on(name="Ana")
    return phone


def run(app: Flask, *words: object) -> str:
    result = app.test_cli_runner().invoke(args=[*map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Flask]:
    """A function that returns the app for part of these tests. Each part has its own folder, each test its own database."""
    made: dict[str, Flask] = {}

    def app_for(part: str) -> Flask:
        if part not in made:
            folder = tmp_path_factory.mktemp(part)
            made[part] = in_a_hurry(make_app(f"sqlite:///{folder}/test.db"))
            made[part].instance_path = str(folder)
        return made[part]

    return app_for


def make_old_file(version: str, path: Path) -> None:
    """Recreate, at this path, the SQLite database that this version left behind."""
    with closing(sqlite3.connect(path)) as made:
        made.executescript(gzip.decompress((HISTORY / version / "database.sql.gz").read_bytes()).decode())


@pytest.fixture(scope="module", params=VERSIONS)
def old(request: pytest.FixtureRequest, apps: Callable[[str], Flask]) -> Iterator[OldClub]:
    """An old database, migrated as docs/operating.md says. Tests only look at it."""
    then, app = as_today(shown_by(request.param)), apps("old")
    as_it_was = Path(app.instance_path) / "as-it-was.db"
    as_it_was.unlink(missing_ok=True)
    make_old_file(request.param, as_it_was)
    with on_a_new_file(app, as_it_was):
        with app.app_context():
            upgrade()
        if request.param not in WITH_FILES:
            assert run(app, "results") == "1 clubs: The Thursday table\n"
        yield OldClub(app, open_by(app, then), then)


def copy_rows(old: Path) -> None:
    """Copy the old database's rows, as written, into the app's PostgreSQL tables, which are at the same migration."""
    tables = MetaData()
    tables.reflect(db.engine)
    with closing(sqlite3.connect(old)) as source, db.engine.execution_options(**OF_TESTS).begin() as onto:
        # Moments are written in UTC, without a time zone.
        onto.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'; SET LOCAL session_replication_role = replica")
        for table in tables.sorted_tables:
            names = [column.name for column in table.columns]
            rows = source.execute(f"SELECT {', '.join(names)} FROM {table.name}").fetchall()  # noqa: S608 (our own tables)
            is_boolean = [isinstance(column.type, Boolean) for column in table.columns]
            filled = [tuple(map(as_written, row, is_boolean)) for row in rows]
            if table.name != "alembic_version" and filled:
                places = ", ".join(["%s"] * len(names))
                onto.exec_driver_sql(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({places})", filled)  # noqa: S608 (our own tables)
            if "id" in names and filled:
                onto.execute(text(f"SELECT setval('{table.name}_id_seq', max(id)) FROM {table.name}"))  # noqa: S608 (our own tables)


def as_written(value: object, is_boolean: bool) -> object:
    return bool(value) if is_boolean and value is not None else value


@pytest.fixture(params=[VERSIONS[0], VERSIONS[-1]])
def old_on_postgres(request: pytest.FixtureRequest, postgres_app: Flask, tmp_path: Path) -> Iterator[OldClub]:
    """An old database on PostgreSQL: the migrations of its version made the tables, and today's bring them up to date."""
    then, app = as_today(shown_by(request.param)), postgres_app
    make_old_file(request.param, tmp_path / "old.db")
    with app.app_context():
        db.drop_all()
        with closing(sqlite3.connect(tmp_path / "old.db")) as file:
            upgrade(revision=file.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        copy_rows(tmp_path / "old.db")
        upgrade()
    if request.param not in WITH_FILES:
        assert run(app, "results") == "1 clubs: The Thursday table\n"
    yield OldClub(app, open_by(app, then), then)
    drop_everything(app)


@pytest.fixture
def spare(old: OldClub, apps: Callable[[str], Flask], tmp_path: Path) -> Iterator[OldClub]:
    """A copy of the old database that a test may change."""
    database = Path(old.app.instance_path) / "test.db"
    with closing(sqlite3.connect(database)) as file, closing(sqlite3.connect(tmp_path / "copy.db")) as copied:
        file.backup(copied)
    with on_a_new_file(apps("spare"), tmp_path / "copy.db") as app:
        yield OldClub(app, open_by(app, old.then), old.then)


@pytest.fixture(scope="module")
def fresh(apps: Callable[[str], Flask]) -> Path:
    """An empty database made by migrations."""
    app = apps("fresh")
    with app.app_context():
        upgrade()
        db.engine.dispose()
    return Path(app.instance_path) / "test.db"


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The app on an empty database made by migrations."""
    if request.param == "sqlite":
        fresh, apps = request.getfixturevalue("fresh"), request.getfixturevalue("apps")
        with on_a_new_file(apps("empty"), fresh) as app:
            yield app
        return
    app = request.getfixturevalue("postgres_app")
    monkeypatch.setattr(app, "instance_path", str(tmp_path))
    with app.app_context():
        db.drop_all()
        upgrade()
    yield app
    drop_everything(app)


def drop_everything(app: Flask) -> None:
    """Drop all tables in the PostgreSQL database, so that the next test makes its own."""
    with app.app_context():
        db.session.remove()
        db.drop_all()
        with db.engine.begin() as connection:
            connection.execute(text("DROP TABLE alembic_version"))
        db.engine.dispose()


def games_now(phone: Phone, then: Facts) -> Facts:
    """An old version's games as pages show them now. The records of their tracked rounds are compared elsewhere."""
    games = {}
    for address, game in then["games"].items():
        kept = [int(number) for number in game.get("kept", ())]
        shown = show_game(phone, address, range(1, max(kept, default=0) + 1))
        for round in shown["kept"].values():
            del round["record"]
        games[address] = {name: shown[name] for name in game}
    return games


def assert_shows_and_holds_what_it_did(old: OldClub) -> None:
    phone, then, address = old.phone, old.then, old.then["address"]
    # Before 0.4.0 there were no statistics.
    figures = {player: show_player(phone, f"{address}/players/{player}") for player in then["club"]["figures"]}

    assert games_now(phone, then) == then["games"]
    assert {night: show_night(phone, night) for night in then["nights"]} == then["nights"]
    assert {hall: show_tournament(phone, hall) for hall in then["tournaments"]} == then["tournaments"]
    assert show_club(phone, address) | {"figures": figures} == then["club"]
    assert kept_now(old.app) == kept_then(then)


def test_a_database_shows_and_holds_what_it_did(old: OldClub) -> None:
    assert_shows_and_holds_what_it_did(old)


def test_a_database_on_postgresql_shows_and_holds_what_it_did(old_on_postgres: OldClub) -> None:
    assert_shows_and_holds_what_it_did(old_on_postgres)


def test_links_that_were_handed_out_open_what_they_opened(old: OldClub) -> None:
    looks_on, scores = Phone(old.app), Phone(old.app)

    looks_on.open(old.then["links"]["TV in the hall"])
    scores.open(old.then["links"]["Scorekeepers"])

    assert looks_on.path.removesuffix("/follow") in {*old.then["nights"], *old.then["games"]}
    assert looks_on.open(old.then["address"]).status_code == 404
    assert scores.open(old.then["address"]).status_code == 200
    assert scores.open(f"{old.then['address']}/keys").status_code == 404


def test_what_was_in_the_bin_comes_back_as_it_was(spare: OldClub) -> None:
    # Pretend that it was thrown away today, because it can be put back only for thirty days.
    with spare.app.app_context():
        for table in ("games", "nights", "tournaments"):
            today = f"UPDATE {table} SET binned_at = date('now') || substr(binned_at, 11) WHERE binned_at IS NOT NULL"  # noqa: S608 (our own tables)
            db.session.execute(text(today))
        db.session.commit()
    page = spare.phone.open(f"{spare.then['address']}/bin").text
    links = re.findall(rf"{spare.then['address']}/bin/\w+", page)

    for link in links:
        spare.phone.open(f"{spare.then['address']}/bin")
        spare.phone.send_on(link)

    assert len(links) == len(spare.then["binned"])
    for game, shown in spare.then["binned"].items():
        again = show_game(spare.phone, game, range(0))
        assert {name: again[name] for name in shown} == shown


# Every version runs on SQLite; on PostgreSQL only the one with the most migrations.
ONTO = [*(("sqlite", version) for version in WITH_FILES), ("postgresql", WITH_FILES[0])]


def assert_shows_the_sheets(app: Flask, then: Facts, link: str = "") -> None:
    phone = open_by(app, then, link)
    for game, shown in then["games"].items():
        assert show_sheet(phone, game) == {name: shown[name] for name in ("sheet", "says")}


@pytest.mark.parametrize(("empty", "version"), ONTO, indirect=["empty"])
def test_a_backup_is_restored_with_everything_that_it_held(empty: Flask, version: str) -> None:
    then = as_today(shown_by(version))

    run(empty, "restore", HISTORY / version / "backup.zip", "--yes")

    assert kept_now(empty) == kept_then(then)
    assert json.loads(run(empty, "club", "export", "The Thursday table")) == file_as_today(club_file(version))
    assert_shows_the_sheets(empty, then)


@pytest.mark.parametrize(("empty", "version"), ONTO, indirect=["empty"])
def test_a_club_file_comes_into_a_new_club_and_goes_out_the_same(empty: Flask, version: str, tmp_path: Path) -> None:
    then = as_today(shown_by(version))
    file = tmp_path / "club.json"
    file.write_text(json.dumps(club_file(version)))

    link = run(empty, "club", "import", file).split()[-1].partition("8000")[2]

    # A club's file does not have the bin.
    binned = tuple(thrown.rpartition("/")[2] for thrown in then["binned"])
    gone = {line.split()[0] for line in then["kept"].get("referee's lines", ())}
    gone -= {hall.rpartition("/")[2] for hall in then["tournaments"]}
    assert kept_now(empty) == kept_then(then, (*binned, *gone))
    assert json.loads(run(empty, "club", "export", "The Thursday table")) == file_as_today(club_file(version))
    assert_shows_the_sheets(empty, then, link)


def records(*versions: str) -> list[Path]:
    return sorted(path for version in versions for path in (HISTORY / version / "records").glob("*.toml"))


def test_every_version_that_kept_rounds_has_left_records_of_some() -> None:
    assert [version for version in VERSIONS if not records(version)] == ["0.1.0"]


@pytest.mark.parametrize("path", records(*VERSIONS), ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_record_reads_and_plays_to_its_end_and_is_written_the_same(path: Path) -> None:
    text = path.read_text()

    record = read_record(text)

    assert write_record(record) == text
    failure = replay(record).failure
    reasons = ("drawn-must-play",) if path.stem == KEPT_A_COVER else None
    assert (failure and failure.ruling.reasons) == reasons


def test_records_are_written_as_they_were(old: OldClub) -> None:
    in_hall = old.then["kept"].get("games of tournaments", ())
    for path in records(old.then["version"]):
        game, _, number = path.stem.rpartition("-")

        assert run(old.app, "record", "export", game, number) == pin(path.read_text(), game in in_hall)


def test_a_record_comes_back_into_the_round_that_it_was_made_of(spare: OldClub) -> None:
    for path in records(spare.then["version"]):
        game, _, number = path.stem.rpartition("-")
        before = run(spare.app, "record", "export", game, number)

        output = run(spare.app, "record", "import", game, number, path)

        assert output.startswith(f"{len(read_record(path.read_text()).moves)} moves were entered")
        assert run(spare.app, "record", "export", game, number) == before
