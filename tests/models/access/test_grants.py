"""Keys open what they are for, and nothing else."""

from datetime import timedelta

import pytest
from flask import Flask

from models import db
from models.access.grants import (
    find_key_to_follow,
    is_last_to_manage,
    last_entries_of,
    last_line_of,
    open_club,
    open_clubs,
    open_game,
    open_games,
    open_night,
)
from models.access.revoked_keys import find_revoked
from models.access.tokens import read_revoked, read_token, write_token
from models.ledger.keys import Access, make_key, make_tournament_key, revoke_key
from models.ledger.nights import begin_night, nights_of
from samples import halls, tournaments
from samples.games import go_on
from tests.conftest import sure
from tests.models.conftest import TONIGHT, Table, make_table


def test_a_token_opens_its_key_and_only_with_the_servers_secret(table: Table) -> None:
    token = write_token(table.key, "secret")

    assert read_token(token, "secret") is table.key
    assert read_token(token, "another") is None
    assert read_token(token[:-1] + ("A" if token[-1] != "A" else "B"), "secret") is None
    assert read_token("", "secret") is None
    assert read_token("nonsense-ä", "secret") is None


def test_the_database_holds_nothing_that_opens_a_key(table: Table) -> None:
    token = write_token(table.key, "secret")

    held = str({column.name: getattr(table.key, column.name) for column in table.key.__table__.columns})
    assert token.partition("-")[2] not in held


def test_a_revoked_key_opens_nothing(table: Table) -> None:
    revoke_key(table.key, "Ana")
    db.session.flush()

    assert read_token(write_token(table.key, "secret"), "secret") is None
    assert open_club(table.club.ref, [table.key.ref]) is None
    assert last_line_of(table.game.ref, [table.key.ref]) is None


def test_what_a_revoked_key_opened_is_known_to_its_holder_alone(table: Table) -> None:
    night = nights_of(table.club.id, 1)[0]
    to_night = make_key(table.club.id, Access.SCORE, "for tonight", "Ana", night.id)
    refs = [table.key.ref, to_night.ref]
    assert find_revoked(table.game.ref, refs) is None
    revoke_key(to_night, "Ana")
    db.session.flush()

    assert find_revoked(table.game.ref, [to_night.ref]) is table.club
    assert find_revoked(night.ref, [to_night.ref]) is table.club
    assert find_revoked(table.club.ref, [to_night.ref]) is None
    assert find_revoked(table.game.ref, refs) is None
    assert find_revoked(table.game.ref, []) is None
    assert read_revoked(write_token(to_night, "secret"), "secret") is table.club
    assert read_revoked(write_token(to_night, "secret"), "another") is None
    assert read_revoked(write_token(table.key, "secret"), "secret") is None


def test_a_revoked_key_to_a_tournaments_table_is_known_at_that_tournament(store: Flask) -> None:
    cup = halls.seated()
    game, other_cup = tournaments.game_at(cup, 1), halls.begin()
    key = make_tournament_key(cup, Access.SCORE, "table 1", "Rita", game.id)
    revoke_key(key, "Rita")
    db.session.flush()

    assert [find_revoked(ref, [key.ref]) is None for ref in (cup.ref, game.ref, other_cup.ref)] == [False, False, True]
    again = make_tournament_key(cup, Access.SCORE, "table 1", "Rita", game.id)
    assert find_revoked(game.ref, [key.ref, again.ref]) is None


def test_a_club_key_opens_everything_of_its_club(table: Table) -> None:
    keys = [table.key.ref]
    night = nights_of(table.club.id, 1)[0]

    assert sure(open_club(table.club.ref, keys)).access is Access.MANAGE
    assert sure(open_night(night.ref, keys)).it is night
    assert sure(open_game(table.game.ref, keys)).it is table.game
    assert open_clubs(keys) == [table.club]
    assert [game for game, _ in open_games(keys, 9)] == [table.game]


def test_a_key_opens_nothing_of_another_club(table: Table) -> None:
    other_table = make_table()
    keys = [table.key.ref]

    assert open_club(other_table.club.ref, keys) is None
    assert open_night(nights_of(other_table.club.id, 1)[0].ref, keys) is None
    assert open_game(other_table.game.ref, keys) is None
    assert last_line_of(other_table.game.ref, keys) is None


def test_a_night_key_opens_its_night_and_the_games_that_go_on_there(table: Table) -> None:
    later = begin_night(table.club.id, TONIGHT + timedelta(days=7))
    key = make_key(table.club.id, Access.SCORE, "the hall", "Ana", later.id)
    assert open_game(table.game.ref, [key.ref]) is None

    go_on(table.game, TONIGHT + timedelta(days=7))

    assert sure(open_game(table.game.ref, [key.ref])).access is Access.SCORE
    assert sure(open_night(later.ref, [key.ref])).it is later
    assert open_club(table.club.ref, [key.ref]) is None
    assert open_clubs([key.ref]) == []


def test_the_best_of_several_keys_counts(table: Table) -> None:
    view = make_key(table.club.id, Access.VIEW, "tv", "Ana")

    assert sure(open_game(table.game.ref, [view.ref])).access is Access.VIEW
    assert sure(open_game(table.game.ref, [view.ref, table.key.ref])).access is Access.MANAGE


def test_nothing_opens_without_a_key(table: Table) -> None:
    assert open_game(table.game.ref, []) is None
    assert open_clubs([]) == []


def test_the_last_key_that_manages_is_known(table: Table) -> None:
    assert is_last_to_manage(table.key)
    make_key(table.club.id, Access.MANAGE, "second phone", "Ana")
    assert not is_last_to_manage(table.key)


def test_a_following_phone_is_told_the_newest_line(table: Table) -> None:
    assert last_line_of(table.game.ref, [table.key.ref]) == 0
    table.enter(1, Ana="out", Ben="34")
    assert last_line_of(table.game.ref, [table.key.ref]) == 2


def test_the_key_to_follow_is_to_a_night_that_is_held_and_to_no_other(table: Table) -> None:
    night = nights_of(table.club.id, 1)[0]
    held, view = (make_key(table.club.id, access, "tonight", "Ana", night.id) for access in (Access.SCORE, Access.VIEW))
    other_night = begin_night(table.club.id, TONIGHT + timedelta(days=7))
    make_key(table.club.id, Access.VIEW, "next week", "Ana", other_night.id)
    go_on(table.game, other_night.date)

    opened = sure(open_game(table.game.ref, [held.ref]))

    assert find_key_to_follow(opened, [held.ref]) is view


def test_a_nights_key_that_manages_does_not_stand_for_the_last_one_to_the_club(table: Table) -> None:
    night = nights_of(table.club.id, 1)[0]
    make_key(table.club.id, Access.MANAGE, "the night's host", "Ana", night.id)

    assert is_last_to_manage(table.key)


def test_the_key_to_follow_is_one_that_still_opens(table: Table) -> None:
    view = make_key(table.club.id, Access.VIEW, "tv", "Ana")
    opened = sure(open_game(table.game.ref, [table.key.ref]))
    assert find_key_to_follow(opened, [table.key.ref]) is view

    revoke_key(view, "Ana")
    db.session.flush()

    newest = find_key_to_follow(opened, [table.key.ref])
    assert newest is not None and newest is not view and newest.revoked_at is None


def test_without_a_key_nothing_follows_a_kept_round(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34")

    assert last_entries_of(table.game.ref, []) is None
    assert last_entries_of(table.game.ref, [table.key.ref]) == (2, 0)


def test_a_club_has_no_day_of_its_own(table: Table) -> None:
    opened = sure(open_club(table.club.ref, [table.key.ref]))

    with pytest.raises(LookupError, match="no night of its own"):
        opened.day  # noqa: B018 (to ask for it is the test)


def test_at_a_tournaments_table_the_key_to_follow_is_the_one_to_look_on_at_the_tournament(store: Flask) -> None:
    cup = halls.seated()
    game = tournaments.game_at(cup, 1)
    keeps = make_tournament_key(cup, Access.SCORE, "table 1", "Rita", game.id)
    opened = sure(open_game(game.ref, [keeps.ref]))

    follows = sure(find_key_to_follow(opened, [keeps.ref]))

    assert (follows.tournament_id, follows.game_id, follows.access) == (cup.id, None, Access.VIEW)
