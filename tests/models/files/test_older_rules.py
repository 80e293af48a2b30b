"""Games and tournaments of 0.5.0 keep the rules they started with, whether they come from its database or its club file.

`tests/history/0.5.0/playoffs` is a club with tournaments that are over or in the middle of their playoffs,
and the places that 0.5.0 itself gave.
"""

import gzip
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import func, select, text

from models import db, writing
from models.files.older_files import pin_file
from models.files.schema import VERSION
from models.ledger.clubs import Club, create_club
from models.ledger.games import Game
from models.ledger.house_rules import house_rules_of
from models.ledger.older_rules import pin_rules
from models.ledger.tallies import TALLIES
from models.ledger.tournaments import Tournament
from models.play.changes import confirm
from models.play.house_rules import make_house_rules
from models.play.tournament_referee import seat_by_lot
from models.results.settle import settle_club
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_hall
from models.store.backups import _count_past, _fill, tables_of
from rules import RULE_BOOKS, read_rules
from rules.tournament.course import WaitsFor
from samples.games import enter_pips
from samples.pens import write, write_as_referee
from tests.conftest import make_app
from tests.models.files.conftest import bring_in, club_from, text_of

MADE = Path(__file__).parents[2] / "history" / "0.5.0" / "playoffs"
BEGAN = [("twelve", "one-table"), ("twelve", "pairs-to-two"), ("nine", "one-table")]
PLACES = json.loads((MADE / "places.json").read_text())
TODAY = date(2026, 3, 5)


def old_file() -> str:
    """The text of the club file that 0.5.0 wrote."""
    return gzip.decompress((MADE / "club.json.gz").read_bytes()).decode()


@contextmanager
def migrated(address: str) -> Iterator[None]:
    """The database of 0.5.0, created with its own tables and then migrated."""
    with make_app(address).app_context():
        db.drop_all()
        upgrade(revision="0005")
        with (
            zipfile.ZipFile(MADE / "backup.zip") as file,
            db.engine.execution_options(writes=True).begin() as connection,
        ):
            tables = json.loads(file.read("manifest.json"))["tables"]
            for table in tables_of(connection):
                _fill(connection, table, file, tables[table.name])
                _count_past(connection, table)
        upgrade()
        yield
        db.session.remove()
        db.drop_all()
        with db.engine.begin() as connection:
            connection.execute(text("DROP TABLE alembic_version"))
        db.engine.dispose()


@pytest.fixture(params=["sqlite_address", "postgres_address"])
def database(request: pytest.FixtureRequest) -> Iterator[None]:
    """The database of 0.5.0 after the upgrade."""
    with migrated(request.getfixturevalue(request.param)):
        yield


@pytest.fixture(params=["file", "sqlite_address", "postgres_address"])
def upgraded(request: pytest.FixtureRequest) -> Iterator[None]:
    """The club of 0.5.0: its file imported today, or its database after the upgrade."""
    if request.param == "file":
        request.getfixturevalue("sqlite_store")
        club_from(old_file())
        db.session.commit()
        yield
        return
    with migrated(request.getfixturevalue(request.param)):
        yield


def play_on(tournament: Tournament) -> None:
    """Play the rest as it was played with 0.5.0: players who were strong at the first table are weak later."""
    while not (hall := load_hall(tournament)).is_over:
        assert hall.next_step.waits_for is not WaitsFor.DECISION
        if hall.next_step.waits_for is WaitsFor.SEATING:
            write_as_referee(tournament, "Rita", seat_by_lot, len(hall.course.stages) + 1, tournament.lot)
        for table in load_hall(tournament).stage:
            play_table(db.session.get_one(Game, table.game_id))


def play_table(game: Game) -> None:
    """Enter the first round of a table, with pips computed from the players' names, and confirm it."""
    sheet = load_sheet(game)
    seats = sheet.rounds[0].seats
    left = {seat: 97 - (ord(sheet.names[seat][0]) * 31 + ord(sheet.names[seat][1]) * 17) % 97 for seat in seats}
    enter_pips(game, 1, [0 if left[seat] == min(left.values()) else 10 + left[seat] for seat in seats], by="Rita")
    write(game, sheet.names[seats[1]], confirm, [1], seats[1], load_sheet(game).revision)


def places_of(tournament: Tournament) -> list[list[object]]:
    """Each player's place in a tournament, with the player's name and the reason for the place."""
    hall = load_hall(tournament)
    return [[placing.place, hall.names[placing.player], placing.rests] for placing in hall.placings]


def test_tournaments_of_0_5_0_in_the_middle_and_over_give_the_places_that_it_gave(upgraded: None) -> None:
    tournaments = db.session.scalars(select(Tournament).order_by(Tournament.id)).all()
    with writing():
        for tournament in tournaments:
            assert load_hall(tournament).is_over == tournament.name.endswith("over")
            play_on(tournament)

    assert {tournament.name: places_of(tournament) for tournament in tournaments} == PLACES


def test_games_of_their_own_keep_what_a_drawn_tile_meant_and_are_no_house_rules_otherwise(upgraded: None) -> None:
    games = db.session.scalars(select(Game).where(Game.tournament_id.is_(None)).order_by(Game.id)).all()

    assert [str(game.rules) for game in games] == [
        "double-twelve",
        "double-twelve[drawn-tile=may-always]",
        "double-nine[double-blank=50,drawn-tile=may-always]",
    ]
    # The first began with the published rules, and went on with others.
    assert str(load_sheet(games[0]).book) == "double-twelve[drawn-tile=may-always]"
    moves = str(db.session.scalars(text("SELECT text FROM moves WHERE kind = 'table'")).all())
    assert "drawn-tile=may-always" in moves
    assert "drawn-tile=may," not in moves and "drawn-tile=may]" not in moves


def test_house_rules_that_a_club_keeps_follow_the_rules_of_today(upgraded: None) -> None:
    sets = {made.name: str(made.rules) for made in house_rules_of(db.session.scalars(select(Club.id)).one())}

    assert sets == {"Kept tiles": "double-twelve[drawn-tile=may]", "Pairs": "double-twelve[double-blank=50]"}


def test_results_and_tallies_name_the_rules_as_the_sheets_do(upgraded: None) -> None:
    def told() -> list[tuple[Any, ...]]:
        results = db.session.execute(text("SELECT game_id, player_id, rules FROM results ORDER BY 1, 2")).all()
        return [*results, *db.session.execute(select(TALLIES).order_by(*TALLIES.primary_key)).all()]

    before = told()
    with writing():
        settle_club(db.session.scalars(select(Club.id)).one())

    assert told() == before
    assert db.session.scalars(select(func.count()).select_from(TALLIES)).one() > 0


def test_a_backup_of_0_5_0_is_restored_with_the_rules_that_its_tournaments_began_with(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path}/new.db")
    app.instance_path = str(tmp_path)
    app.secret_key = "made by 0.5.0"  # noqa: S105 (whoever made that backup chose it)
    with app.app_context():
        result = app.test_cli_runner().invoke(args=["restore", str(MADE / "backup.zip"), "--yes"])

        assert result.exit_code == 0, result.output
        rules = {str(tournament.rules) for tournament in db.session.scalars(select(Tournament))}
        assert rules == {f"double-{book}[playoff={meet}]" for book, meet in BEGAN}
        db.session.remove()
        db.engine.dispose()


def test_back_to_0_6_0_everything_reads_as_it_did(database: None) -> None:
    def told() -> list[str]:
        queries = ("SELECT rules FROM games ORDER BY id", "SELECT rules FROM tournaments ORDER BY id")
        rows = [rules for query in queries for rules in db.session.scalars(text(query))]
        db.session.rollback()
        return rows

    after = told()
    downgrade(revision="0006")
    before = told()
    upgrade()

    assert {"double-twelve", "double-twelve[playoff=in-pairs]"} <= {*before}
    assert not any("always" in rules or "pairs-to-two" in rules or "one-table" in rules for rules in before)
    assert told() == after


def test_a_file_of_0_5_0_finds_its_games_here_after_the_upgrade(database: None) -> None:
    club = db.session.scalars(select(Club)).one()

    brought = bring_in(old_file(), club)

    assert (brought.games, brought.longer, brought.tournaments, brought.different) == (0, 0, 0, [])
    again, facts = json.loads(text_of(club)), json.loads(old_file())
    pin_file(facts)
    assert [again[name] for name in ("roundhouse", "nights", "tournaments")] == [
        VERSION,
        facts["nights"],
        facts["tournaments"],
    ]


PINNED = [
    ("double-twelve", "double-twelve", "double-twelve[playoff=one-table]"),
    ("double-twelve[playoff=in-pairs]", "double-twelve", "double-twelve[playoff=pairs-to-two]"),
    (
        "double-nine[drawn-tile=may,tap=1]",
        "double-nine[drawn-tile=may-always,tap=1]",
        "double-nine[drawn-tile=may-always,playoff=one-table,tap=1]",
    ),
    ("double-nine[deal=12-11-10]", "double-nine[deal=12-11-10]", "double-nine[deal=12-11-10,playoff=one-table]"),
    ("double-nine[tap=1", "double-nine[tap=1", "double-nine[tap=1"),
    ("double-nine[tap=1,tap=2]", "double-nine[tap=1,tap=2]", "double-nine[tap=1,tap=2]"),
]


def test_rules_of_then_in_todays_words() -> None:
    rules = [then for then, _, _ in PINNED]
    alone = [pin_rules(then, is_at_tournament=False) for then in rules]
    in_hall = [pin_rules(then, is_at_tournament=True) for then in rules]

    assert list(zip(rules, alone, in_hall, strict=True)) == PINNED


@pytest.mark.parametrize(
    "wrong", [{}, {"nights": 1}, {"nights": [1, {"games": [{"ref": [], "lines": {}, "kept": [2]}]}]}]
)
def test_what_is_no_file_stays_as_it_is(wrong: dict[str, Any]) -> None:
    before = json.dumps(wrong)

    pin_file(wrong)

    assert json.dumps(wrong) == before


def test_a_set_whose_only_change_is_the_rule_by_now_is_the_published_set(store: Flask) -> None:
    club_id = create_club("Harbour").id

    made = make_house_rules(club_id, "Pairs", RULE_BOOKS["double-twelve"], "Ana")

    assert str(made.rules) == str(read_rules("double-twelve[playoff=in-pairs]"))
    assert house_rules_of(club_id) == []
