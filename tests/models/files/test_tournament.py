"""A tournament is exported with its club and imported again.

It comes back the same, and only once; wrong files are refused.
"""

import json
import random
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.files.club_reader import read_club
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
from tests.conftest import sure
from tests.models.files.conftest import bring_in, brought_back, club_from, empty, text_of
from tests.models.files.test_refusal import FACTS, WRITTEN, changed, clubs_of_odd_files

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


def club() -> Club:
    """The newest club."""
    return sure(db.session.scalars(select(Club).order_by(Club.id.desc())).first())


def test_it_comes_back_the_same_in_an_empty_database(store: Flask) -> None:
    hall = load_hall(full_of_deeds())
    entries, standings = log_entries(hall), hall.placings

    brought_back(club())

    again = load_hall(db.session.scalars(select(Tournament)).one())
    assert (log_entries(again), again.placings) == (entries, standings)


def test_twice_brings_nothing_new_and_what_goes_on_goes_on(store: Flask) -> None:
    tournament = seated()
    play(tournament, 1, LOW)
    before = text_of(club())
    play_to_the_end(tournament, random.Random(1), TODAY)
    after = text_of(club())
    empty()
    new_club = club_from(before)

    assert [bring_in(text, new_club).tournaments for text in (before, after)] == [0, 1]
    assert text_of(new_club) == after


@pytest.mark.parametrize("seed", range(3))
def test_with_anything_changed_it_is_refused_or_can_be_looked_at(app: Flask, seed: int) -> None:
    came = 0
    with app.app_context():
        full_of_deeds()
        for odd_club in clubs_of_odd_files(json.loads(text_of(club())), "tournaments", random.Random(seed), 120):
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
    night = db.session.get_one(Night, full_of_deeds().night_id)

    file = read_club(text_of(club(), night))

    assert [(cup.name, cup.players[-1]) for cup in file.tournaments] == [("Cup", "Ida")]


def test_a_game_is_a_table_of_one_tournament(store: Flask) -> None:
    cups = FACTS["tournaments"]

    with pytest.raises(FileError, match="does not add up"):
        club_from(json.dumps(FACTS | {"tournaments": [*cups, cups[0] | {"ref": "another"}]}))


def test_what_is_in_the_bin_is_not_taken_along_and_comes_back_whole(store: Flask) -> None:
    tournament = full_of_deeds()
    before = text_of(club())

    throw_tournament(tournament, "Rita")
    thrown = text_of(club())
    put_tournament_back(tournament)

    assert "tournaments" not in thrown and '"rules"' not in thrown
    assert text_of(club()) == before


def test_a_longer_file_leaves_a_tournament_in_the_bin_alone(store: Flask) -> None:
    tournament = full_of_deeds()
    longer = json.loads(text_of(club()))
    lines = longer["tournaments"][0]["lines"]
    lines.append({**lines[-1], "deed": "clock-off", "stage": 0, "table": 0, "facts": {}, "reason": ""})
    throw_tournament(tournament, "Rita")

    brought = bring_in(json.dumps(longer), club())

    assert (brought.tournaments, len(lines_of_tournament(tournament.id))) == (0, len(lines) - 1)
    assert tournament.binned_at is not None


def test_after_thirty_days_it_is_gone_with_everything(store: Flask) -> None:
    tournament = full_of_deeds()
    throw_tournament(tournament, "Rita")
    for binned in (tournament, *db.session.scalars(select(Game))):
        binned.binned_at = datetime(2020, 1, 1, tzinfo=UTC)
    db.session.flush()

    empty_bin()

    left = {table.name for table in db.metadata.sorted_tables if db.session.execute(select(table)).first()}
    assert left == {"clubs", "players", "nights", "keys"}


def test_a_club_is_deleted_with_its_tournaments(store: Flask) -> None:
    full_of_deeds()
    begin()

    for club in db.session.scalars(select(Club)).all():
        delete_club(club)

    assert not any(db.session.execute(select(table)).first() for table in db.metadata.sorted_tables)


def test_whoever_sits_at_a_table_is_in_the_tournament() -> None:
    with pytest.raises(FileError, match=r"tournaments\[0\].players"):
        read_club(changed("nights[3].games[0].seats[0].player", "Fay"))


def test_a_table_that_is_here_is_no_table_of_another_tournament(store: Flask) -> None:
    club = club_from(WRITTEN)

    with pytest.raises(FileError, match="does not add up"):
        bring_in(changed("tournaments[0].ref", "another"), club)
