"""Tonight's games: the ones that somebody's keys open, starting with the one that has the newest line."""

from datetime import date, datetime, time, timedelta

from flask import Flask

from models import db
from models.access.in_play import games_of_night_by_line, open_games_of_tonight
from models.ledger.games import Game
from models.ledger.keys import Access, Key, make_key, make_tournament_key, revoke_key
from models.ledger.nights import Night, begin_night
from models.play.bin import throw_game
from rules import RULE_BOOKS
from samples import halls, tournaments
from samples.games import begin, go_on, stop
from tests.models.conftest import TONIGHT, Table, make_table

LATER = TONIGHT + timedelta(days=7)


def open_on(day: date, *keys: Key) -> list[Game]:
    """The games that these keys open at eight in the evening on this day."""
    return open_games_of_tonight([key.ref for key in keys], datetime.combine(day, time(20)).astimezone())


def test_the_game_with_the_newest_line_comes_first(table: Table) -> None:
    other_game = begin(table.club, ["Ana", "Ben"], RULE_BOOKS["double-six"], TONIGHT)
    assert open_on(TONIGHT, table.key) == [other_game, table.game]

    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")

    assert open_on(TONIGHT, table.key) == [table.game, other_game]
    assert games_of_night_by_line(table.game.night_id) == [table.game, other_game]


def test_only_nights_that_are_still_on_count(table: Table) -> None:
    night = db.session.get_one(Night, table.game.night_id)
    assert open_on(TONIGHT + timedelta(days=1), table.key) == [table.game]
    assert open_on(TONIGHT + timedelta(days=2), table.key) == []
    night.started_at -= timedelta(hours=11)
    db.session.flush()

    assert open_on(TONIGHT, table.key) == [table.game]
    assert open_on(TONIGHT + timedelta(days=1), table.key) == []
    assert games_of_night_by_line(night.id) == [table.game]


def test_a_game_that_goes_on_is_of_both_nights(table: Table) -> None:
    stop(table.game)
    go_on(table.game, LATER)

    assert open_on(LATER, table.key) == [table.game]
    assert games_of_night_by_line(begin_night(table.club.id, LATER).id) == [table.game]
    assert games_of_night_by_line(table.game.night_id) == [table.game]


def test_a_key_opens_its_own_night_of_its_own_club_unless_it_is_revoked(table: Table) -> None:
    nights = (table.game.night_id, begin_night(table.club.id, LATER).id)
    tonight, later = (make_key(table.club.id, Access.SCORE, "a night", "Ana", night) for night in nights)
    make_table(names="Ana Ben")

    opened = [open_on(TONIGHT, *keys) for keys in ((), (tonight,), (later,))]
    revoke_key(tonight, "Ana")
    db.session.flush()

    assert [*opened, open_on(TONIGHT, tonight)] == [[], [table.game], [], []]


def test_a_game_in_the_bin_is_not_open(table: Table) -> None:
    assert open_on(TONIGHT, table.key) == [table.game]

    throw_game(table.game, "Ana")

    assert open_on(TONIGHT, table.key) == []
    assert games_of_night_by_line(table.game.night_id) == []


def test_a_tournaments_game_is_opened_by_the_key_to_its_table_alone(store: Flask) -> None:
    cup = halls.seated()
    game, night = tournaments.game_at(cup, 1), db.session.get_one(Night, cup.night_id)
    table = make_tournament_key(cup, Access.SCORE, "table 1", "Rita", game.id)
    club = make_key(cup.club_id, Access.MANAGE, "all", "Rita")
    referee = make_tournament_key(cup, Access.MANAGE, "r", "")

    assert open_on(night.date, table) == [game]
    assert open_on(night.date, club, referee) == []
    assert games_of_night_by_line(night.id) == []
