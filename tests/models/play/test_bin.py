"""The bin and the deletion of clubs.

Games that were thrown away no longer count, come back whole, and are deleted after some time.
"""

from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from models import db
from models.access.grants import open_game, open_games, open_night
from models.ledger.clubs import Club, create_club
from models.ledger.games import Game, GameTerms, games_of_night
from models.ledger.hands import release_hand
from models.ledger.keys import Access, make_key
from models.ledger.nights import Night, add_note, begin_night
from models.ledger.seats import seats_of
from models.play import bin as trash
from models.play.start import start_game
from models.results.history import NightSearch, find_nights
from models.store.columns import now
from models.store.receipts import Receipt
from models.store.uploads import store_upload
from rules import RULE_BOOKS
from samples.games import go_on
from tests.conftest import sure
from tests.models.conftest import TONIGHT, Table, make_table

DAYS = [date(2026, 3, 12), date(2026, 3, 19)]
NINE = GameTerms(RULE_BOOKS["double-nine"], (9,))


@pytest.fixture
def over(store: Flask) -> Table:
    """A finished game of one round."""
    table = make_table("double-six", "Ana Ben")
    table.game.engines = (6,)
    db.session.flush()
    table.enter(1, Ana="out", Ben="3")
    return table


def counted() -> dict[str, int]:
    """The number of rows in each table."""
    tables = db.metadata.sorted_tables
    return {table.name: db.session.scalars(select(func.count()).select_from(table)).one() for table in tables}


@pytest.fixture
def night(over: Table) -> Night:
    """The night of the finished game."""
    return db.session.get_one(Night, over.game.night_id)


def test_a_game_in_the_bin_is_found_by_nobody_and_counts_nowhere_until_it_is_put_back(over: Table) -> None:
    assert counted()["results"] == 2

    trash.throw_game(over.game, "Ana")

    assert open_game(over.game.ref, [over.key.ref]) is None
    assert open_games([over.key.ref], 5) == []
    assert games_of_night(over.game.night_id) == []
    assert counted()["results"] == 0
    assert [item.names for item in trash.bin_of(over.club.id)] == ["Ana, Ben"]

    thrown = trash.find_in_bin(over.club.id, over.game.ref)
    assert isinstance(thrown, Game)
    trash.put_game_back(thrown)

    assert sure(open_game(over.game.ref, [over.key.ref])).it is over.game
    assert counted()["results"] == 2
    assert trash.bin_of(over.club.id) == []


def test_a_night_goes_with_its_games_and_comes_back_with_them(over: Table, night: Night) -> None:
    second = start_game(over.club, ["Ana", "Ben"], NINE, TONIGHT, "Ana")
    trash.throw_game(second, "Ana")

    trash.throw_night(night, "Ana")

    assert open_night(night.ref, [over.key.ref]) is None
    assert find_nights(over.club.id, NightSearch(), 5) == []
    assert [item.it for item in trash.bin_of(over.club.id)] == [night, second]
    trash.put_night_back(night)
    assert [game for game, _ in games_of_night(night.id)] == [over.game]
    assert counted()["results"] == 2


def test_a_game_put_back_brings_its_night(over: Table, night: Night) -> None:
    trash.throw_night(night, "Ana")

    trash.put_game_back(over.game)

    assert sure(open_night(night.ref, [over.key.ref])).it is night


def test_a_new_game_on_a_night_in_the_bin_brings_back_only_the_night(over: Table, night: Night) -> None:
    trash.throw_night(night, "Ana")

    game = start_game(over.club, ["Ana", "Ben"], NINE, TONIGHT, "Ana")

    assert [night_game for night_game, _ in games_of_night(game.night_id)] == [game]
    assert [item.it for item in trash.bin_of(over.club.id)] == [over.game]


def test_after_thirty_days_and_not_before_it_is_gone(over: Table, night: Night) -> None:
    add_note(night, "A note", "Ana")
    make_key(over.club.id, Access.VIEW, "tonight", "Ana", night.id)
    over.keep()
    trash.throw_night(night, "Ana")
    over.game.binned_at = night.binned_at = now() - trash.KEPT_FOR + timedelta(hours=1)
    db.session.flush()
    trash.empty_bin()
    assert counted()["games"] == 1
    assert [item.it for item in trash.bin_of(over.club.id)] == [night]

    over.game.binned_at = night.binned_at = now() - trash.KEPT_FOR - timedelta(hours=1)
    db.session.flush()
    assert trash.bin_of(over.club.id) == []
    trash.empty_bin()

    assert (counted()["games"], counted()["nights"]) == (0, 0)


def test_a_night_with_a_game_that_was_put_back_stays(over: Table, night: Night) -> None:
    trash.throw_night(night, "Ana")
    over.game.binned_at = None
    night.binned_at = now() - 2 * trash.KEPT_FOR
    db.session.flush()

    trash.empty_bin()

    assert counted()["games"] == 1


def test_a_game_that_went_on_on_a_night_that_is_gone_can_be_changed(store: Flask) -> None:
    table = make_table()
    table.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    later = begin_night(table.club.id, DAYS[0])
    go_on(table.game, DAYS[0])
    trash.throw_night(later, "Ana")
    later.binned_at = now() - 2 * trash.KEPT_FOR
    db.session.flush()
    trash.empty_bin()

    go_on(table.game, DAYS[1])

    assert [sitting.date for sitting in table.sheet.sittings] == DAYS


def test_a_club_is_deleted_wholly_and_no_other(store: Flask) -> None:
    stays = make_table()
    stays.enter(1, Ana="out", Ben="3", Cai="4", Dee="5")
    db.session.commit()
    before = counted()
    store.test_cli_runner().invoke(args=["demo"])
    club = db.session.scalars(select(Club).where(Club.name == "The Kitchen Table")).one()
    game = sure(db.session.scalars(select(Game).where(Game.club_id == club.id)).first())
    release_hand(game.id, 1, seats_of(game.id)[0].id, "9-9", "x")
    store_upload("{}", "{}", "Ana", club.id)
    key = make_key(club.id, Access.VIEW, "x", "Ana")
    db.session.add(Receipt(once="x" * 20, owner="x", digest="x", location="/", key_ref=key.ref))
    db.session.flush()

    trash.delete_club(club)

    after = counted()
    assert after.pop("receipts") == before.pop("receipts") + 1
    assert after == before


def test_a_club_that_has_nothing_is_deleted_too(store: Flask) -> None:
    trash.delete_club(create_club("Nobody’s table"))

    assert counted()["clubs"] == 0
