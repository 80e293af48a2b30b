"""A tournament is exported with its club and imported again.

It comes back the same, and only once; wrong files are refused.
"""

import json
import random
from datetime import UTC, datetime
from pathlib import Path

import jsonschema
import pytest
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.files.club_import import create_club_from_file, import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.files.fields import FileError
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.tournament_lines import lines_of_tournament
from models.ledger.tournaments import Tournament, tournaments_of
from models.play.bin import delete_club, empty_bin, put_tournament_back, throw_tournament
from models.play.tournament_referee import come_late, decide_tie, seat_by_lot, set_clock, shorten_rounds, withdraw
from models.sheets.tournament import load_hall
from models.sheets.tournament_log import log_entries, rests_in_words, step_in_words
from rules.tournament.plan import TieBreak
from samples.cast import TODAY
from samples.games import enter_pips
from samples.halls import begin, play, seated
from samples.pens import write_as_referee
from samples.tournaments import game_at, play_to_the_end
from tests.conftest import on_a_new_file, sure
from tests.models.files.test_club_reader import clubs_of_odd_files
from tests.shown import Facts

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "club-file.schema.json").read_text())
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
LOW, TIED, HIGH = [0, 10, 20, 30], [5, 0, 20, 30], [0, 15, 25, 35]


def full_of_deeds() -> Tournament:
    """A tournament with one act of every kind in its log, in the middle of its playoff."""
    tournament = seated()
    write_as_referee(tournament, "Rita", set_clock, 20, 5)
    write_as_referee(tournament, "Rita", come_late, "Ida", 2)
    write_as_referee(tournament, "Rita", shorten_rounds, (12, 3, 0), False, "late")
    play(tournament, 1, LOW, TIED, TIED)
    enter_pips(game_at(tournament, 1), 1, [0, 10, 21, 30], by="Rita", is_referee=True)
    play(tournament, 2, [*HIGH, 40], [*HIGH, 40], [*HIGH, 40])
    write_as_referee(tournament, "Rita", withdraw, 9, "The bus")
    (tie,) = load_hall(tournament).next_step.ties
    write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.PLAYOFF, "1", "")
    play(tournament, 3, [0, 9], [9, 0], [9, 0])
    write_as_referee(tournament, "Rita", seat_by_lot, 2, "5")
    return tournament


def text_of(club: Club, only: Night | None = None) -> str:
    """The file of a club, or of one of its nights."""
    return "".join(write_club(club, only))


def club() -> Club:
    """The newest club."""
    return sure(db.session.scalars(select(Club).order_by(Club.id.desc())).first())


def empty() -> None:
    """Delete every row of every table."""
    db.session.remove()
    for table in reversed(db.metadata.sorted_tables):
        db.session.execute(table.delete())
    db.session.commit()


def test_it_comes_back_the_same_in_an_empty_database(store: Flask) -> None:
    with writing():
        tournament = full_of_deeds()
    text, entries, standings = text_of(club()), log_entries(load_hall(tournament)), load_hall(tournament).placings
    empty()

    with writing():
        file = read_club(text)
        import_club(file, create_club_from_file(file))

    again = db.session.scalars(select(Tournament)).one()
    assert text_of(club()) == text
    assert log_entries(load_hall(again)) == entries
    assert load_hall(again).placings == standings
    jsonschema.validate(json.loads(text), SCHEMA)


def test_twice_brings_nothing_new_and_what_goes_on_goes_on(store: Flask) -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW)
    before = text_of(club())
    with writing():
        play_to_the_end(tournament, random.Random(1), TODAY)
    after = text_of(club())
    empty()

    with writing():
        file = read_club(before)
        new_club = create_club_from_file(file)
        import_club(file, new_club)
        same = import_club(read_club(before), new_club)
        more = import_club(read_club(after), new_club)

    assert same.tournaments == 0
    assert more.tournaments == 1
    assert text_of(club()) == after


@pytest.mark.parametrize("seed", range(3))
def test_with_anything_changed_it_is_refused_or_can_be_looked_at(app: Flask, seed: int) -> None:
    luck, came = random.Random(seed), 0
    with app.app_context():
        with writing():
            full_of_deeds()
        facts = json.loads(text_of(club()))
        for odd_club in clubs_of_odd_files(facts, "tournaments", luck, 120):
            came += 1
            for tournament in tournaments_of(odd_club.id):
                hall = load_hall(tournament)
                assert log_entries(hall)
                assert [rests_in_words(hall, standing) for standing in hall.placings]
                assert step_in_words(hall)
            read_club(text_of(odd_club))
        db.session.rollback()

    assert 0 < came < 120


def test_a_night_takes_its_tournament_along(store: Flask) -> None:
    with writing():
        tournament = full_of_deeds()
    night = db.session.get_one(Night, tournament.night_id)

    facts = json.loads(text_of(club(), night))

    assert [cup["name"] for cup in facts["tournaments"]] == ["Cup"]
    assert read_club(json.dumps(facts)).tournaments[0].players[-1] == "Ida"


@pytest.fixture(scope="module")
def written(sqlite_base: Flask, empty_sqlite: Path) -> str:
    """The file of a club with the `full_of_deeds` tournament, made only once because reading a file needs no database."""
    with on_a_new_file(sqlite_base, empty_sqlite) as app, app.app_context():
        with writing():
            full_of_deeds()
        return text_of(club())


@pytest.fixture
def facts(written: str) -> Facts:
    """The file, parsed."""
    read: Facts = json.loads(written)
    return read


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "chess"),
        (("games",), 0),
        (("largest",), 9),
        (("engines",), [12, 12]),
        (("engines",), [13]),
        (("engines",), []),
        (("night",), "nowhere"),
        (("players", 0), "Nobody"),
        (("players", 0), "Ben"),
        (("players",), "Ana"),
        (("name",), ""),
        (("lot",), "x" * 21),
        (("tables", 0, "game"), "nowhere"),
        (("tables", 0, "stage"), 7),
        (("tables", 0, "table"), 2),
        (("tables", 0, "stake"), "money"),
        (("lines", 0, "deed"), "dance"),
        (("lines", 0, "facts"), []),
        (("lines", 0, "facts", "entrants"), [99]),
        (("lines", 0, "facts", "entrants"), ["1"]),
        (("lines", 1, "facts", "repeats"), -1),
        (("lines", 2, "facts", "minutes"), "20"),
        (("lines", 4, "facts", "engines"), None),
        (("lines", 6, "facts", "how"), "fists"),
        (("lines", 6, "facts", "players"), [0]),
        (("lines", 6, "reason"), "x" * 201),
        (("lines", 6, "at"), "yesterday"),
        (("lines", 1, "stage"), 9),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(facts: Facts, path: tuple[str | int, ...], value: object) -> None:
    at = facts["tournaments"][0]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value

    with pytest.raises(FileError, match=r"tournaments\[0\]"):
        read_club(json.dumps(facts))


def test_a_game_is_a_table_of_one_tournament(facts: Facts, store: Flask) -> None:
    facts["tournaments"].append({**facts["tournaments"][0], "ref": "another"})

    with writing(), pytest.raises(FileError, match="does not add up"):
        file = read_club(json.dumps(facts))
        import_club(file, create_club_from_file(file))


def test_what_is_in_the_bin_is_not_taken_along_and_comes_back_whole(store: Flask) -> None:
    with writing():
        tournament = full_of_deeds()
        before = text_of(club())
        throw_tournament(tournament, "Rita")
        thrown = text_of(club())
        put_tournament_back(tournament)

    assert "tournaments" not in thrown
    assert '"rules"' not in thrown
    assert text_of(club()) == before


def test_a_longer_file_leaves_a_tournament_in_the_bin_alone(store: Flask) -> None:
    with writing():
        tournament = full_of_deeds()
        own_club = club()
        text = text_of(own_club)
        longer = json.loads(text)
        lines = longer["tournaments"][0]["lines"]
        lines.append({**lines[-1], "deed": "clock-off", "stage": 0, "table": 0, "facts": {}, "reason": ""})
        throw_tournament(tournament, "Rita")
        before = len(lines_of_tournament(tournament.id))

        brought = import_club(read_club(json.dumps(longer)), own_club)

    assert brought.tournaments == 0
    assert len(lines_of_tournament(tournament.id)) == before
    assert tournament.binned_at is not None


def test_after_thirty_days_it_is_gone_with_everything(store: Flask) -> None:
    with writing():
        tournament = full_of_deeds()
        throw_tournament(tournament, "Rita")
        tournament.binned_at = LONG_AGO
        for game in db.session.scalars(select(Game)):
            game.binned_at = LONG_AGO
        db.session.flush()
        empty_bin()

    left = {table.name for table in db.metadata.sorted_tables if db.session.execute(select(table)).first()}
    assert left == {"clubs", "players", "nights", "keys"}


def test_a_club_is_deleted_with_its_tournaments(store: Flask) -> None:
    with writing():
        full_of_deeds()
        begin()
        for club in db.session.scalars(select(Club)).all():
            delete_club(club)

    assert not any(db.session.execute(select(table)).first() for table in db.metadata.sorted_tables)


def test_whoever_sits_at_a_table_is_in_the_tournament(facts: Facts) -> None:
    facts["players"].append({**facts["players"][0], "ref": "zoe", "name": "Zoe"})
    facts["nights"][0]["games"][0]["seats"][0]["player"] = "Zoe"

    with pytest.raises(FileError, match=r"tournaments\[0\].players"):
        read_club(json.dumps(facts))


def test_a_table_that_is_here_is_no_table_of_another_tournament(facts: Facts, store: Flask) -> None:
    with writing():
        file = read_club(json.dumps(facts))
        new_club = create_club_from_file(file)
        import_club(file, new_club)
    facts["tournaments"][0]["ref"] = "another"

    with writing(), pytest.raises(FileError, match="does not add up"):
        import_club(read_club(json.dumps(facts)), new_club)
