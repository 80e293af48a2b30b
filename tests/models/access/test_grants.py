"""Keys open what they are for, and nothing else."""

from datetime import timedelta

import pytest
from flask import Flask

from models import db
from models.access import grants
from models.access.revoked_keys import find_revoked
from models.access.tokens import read_revoked, read_token, write_token
from models.ledger.keys import Access, make_key, make_tournament_key, revoke_key
from models.ledger.nights import Night, begin_night, nights_of
from samples import halls, tournaments
from samples.games import go_on
from tests.conftest import sure
from tests.models.conftest import TONIGHT, Table, make_table


@pytest.fixture
def night(table: Table) -> Night:
    """The night of the game."""
    return nights_of(table.club.id, 1)[0]


@pytest.fixture
def later(table: Table) -> Night:
    """The club's night a week later."""
    return begin_night(table.club.id, TONIGHT + timedelta(days=7))


def test_a_token_opens_its_key_and_only_with_the_servers_secret(table: Table) -> None:
    token = write_token(table.key, "secret")

    assert read_token(token, "secret") is table.key
    assert read_token(token, "another") is None
    changed = token[:-1] + ("A" if token[-1] != "A" else "B")
    assert [text for text in (changed, "", "nonsense-ä") if read_token(text, "secret")] == []


def test_the_database_holds_nothing_that_opens_a_key(table: Table) -> None:
    token = write_token(table.key, "secret")

    held = str({column.name: getattr(table.key, column.name) for column in table.key.__table__.columns})
    assert token.partition("-")[2] not in held


def test_a_revoked_key_opens_nothing(table: Table) -> None:
    revoke_key(table.key, "Ana")
    db.session.flush()

    assert read_token(write_token(table.key, "secret"), "secret") is None
    assert grants.open_club(table.club.ref, [table.key.ref]) is None
    assert grants.last_line_of(table.game.ref, [table.key.ref]) is None


def test_what_a_revoked_key_opened_is_known_to_its_holder_alone(table: Table, night: Night) -> None:
    to_night = make_key(table.club.id, Access.SCORE, "for tonight", "Ana", night.id)
    refs = [table.key.ref, to_night.ref]
    assert find_revoked(table.game.ref, refs) is None
    revoke_key(to_night, "Ana")
    db.session.flush()

    revoked = [find_revoked(ref, [to_night.ref]) for ref in (table.game.ref, night.ref, table.club.ref)]
    assert revoked == [table.club, table.club, None]
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


def test_a_club_key_opens_everything_of_its_club(table: Table, night: Night) -> None:
    keys = [table.key.ref]

    assert sure(grants.open_club(table.club.ref, keys)).access is Access.MANAGE
    assert sure(grants.open_night(night.ref, keys)).it is night
    assert sure(grants.open_game(table.game.ref, keys)).it is table.game
    assert grants.open_clubs(keys) == [table.club]
    assert [game for game, _ in grants.open_games(keys, 9)] == [table.game]


def test_a_key_opens_nothing_of_another_club(table: Table) -> None:
    other_table = make_table()
    keys = [table.key.ref]

    assert grants.open_club(other_table.club.ref, keys) is None
    assert grants.open_night(nights_of(other_table.club.id, 1)[0].ref, keys) is None
    assert grants.open_game(other_table.game.ref, keys) is None
    assert grants.last_line_of(other_table.game.ref, keys) is None


def test_a_night_key_opens_its_night_and_the_games_that_go_on_there(table: Table, later: Night) -> None:
    key = make_key(table.club.id, Access.SCORE, "the hall", "Ana", later.id)
    assert grants.open_game(table.game.ref, [key.ref]) is None

    go_on(table.game, later.date)

    assert sure(grants.open_game(table.game.ref, [key.ref])).access is Access.SCORE
    assert sure(grants.open_night(later.ref, [key.ref])).it is later
    assert grants.open_club(table.club.ref, [key.ref]) is None
    assert grants.open_clubs([key.ref]) == []


def test_the_best_of_several_keys_counts(table: Table) -> None:
    view = make_key(table.club.id, Access.VIEW, "tv", "Ana")

    assert sure(grants.open_game(table.game.ref, [view.ref])).access is Access.VIEW
    assert sure(grants.open_game(table.game.ref, [view.ref, table.key.ref])).access is Access.MANAGE


def test_the_last_key_that_manages_the_club_is_known(table: Table, night: Night) -> None:
    assert grants.is_last_to_manage(table.key)
    make_key(table.club.id, Access.MANAGE, "the night's host", "Ana", night.id)
    assert grants.is_last_to_manage(table.key)
    make_key(table.club.id, Access.MANAGE, "second phone", "Ana")
    assert not grants.is_last_to_manage(table.key)


def test_a_following_phone_is_told_the_newest_line_and_nothing_opens_without_a_key(table: Table) -> None:
    assert grants.last_line_of(table.game.ref, [table.key.ref]) == 0
    table.enter(1, Ana="out", Ben="34")

    assert grants.last_line_of(table.game.ref, [table.key.ref]) == 2
    assert grants.last_entries_of(table.game.ref, [table.key.ref]) == (2, 0)
    assert grants.last_entries_of(table.game.ref, []) is None
    assert grants.open_game(table.game.ref, []) is None
    assert grants.open_clubs([]) == []


def test_the_key_to_follow_is_to_a_night_that_is_held_and_to_no_other(table: Table, night: Night, later: Night) -> None:
    held, view = (make_key(table.club.id, access, "tonight", "Ana", night.id) for access in (Access.SCORE, Access.VIEW))
    make_key(table.club.id, Access.VIEW, "next week", "Ana", later.id)
    go_on(table.game, later.date)

    opened = sure(grants.open_game(table.game.ref, [held.ref]))

    assert grants.find_key_to_follow(opened, [held.ref]) is view


def test_the_key_to_follow_is_one_that_still_opens(table: Table) -> None:
    view = make_key(table.club.id, Access.VIEW, "tv", "Ana")
    opened = sure(grants.open_game(table.game.ref, [table.key.ref]))
    assert grants.find_key_to_follow(opened, [table.key.ref]) is view

    revoke_key(view, "Ana")
    db.session.flush()

    newest = sure(grants.find_key_to_follow(opened, [table.key.ref]))
    assert newest is not view and newest.revoked_at is None


def test_a_club_has_no_day_of_its_own(table: Table) -> None:
    with pytest.raises(LookupError, match="no night of its own"):
        sure(grants.open_club(table.club.ref, [table.key.ref])).day  # noqa: B018 (to ask for it is the test)


def test_at_a_tournaments_table_the_key_to_follow_is_the_one_to_look_on_at_the_tournament(store: Flask) -> None:
    cup = halls.seated()
    game = tournaments.game_at(cup, 1)
    keeps = make_tournament_key(cup, Access.SCORE, "table 1", "Rita", game.id)
    opened = sure(grants.open_game(game.ref, [keeps.ref]))

    follows = sure(grants.find_key_to_follow(opened, [keeps.ref]))

    assert (follows.tournament_id, follows.game_id, follows.access) == (cup.id, None, Access.VIEW)
