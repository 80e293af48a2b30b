"""Two transactions at once: somebody manages the club while the last score of a game is entered. One waits; both succeed."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from flask import Flask
from sqlalchemy import func, select

from models import db, writing
from models.files.club_import import import_club
from models.files.club_reader import read_club
from models.files.club_writer import write_club
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms, lock_game
from models.ledger.nights import Night
from models.ledger.players import Player
from models.ledger.results import RESULTS
from models.play.bin import delete_club, throw_game, throw_night
from models.play.changes import stop
from models.play.players import anonymise_player, merge_players
from models.play.start import start_game
from rules import RULE_BOOKS
from samples.pens import write
from tests.models.conftest import TONIGHT, Table, make_table

BOOK = RULE_BOOKS["double-six"]
Row = TypeVar("Row", Club, Game, Night)


@pytest.fixture
def table(store: Flask) -> Table:
    """A game whose last score is missing, and another game that adds a third player to the club."""
    table = make_table("double-six", "Ana Ben")
    table.enter(1, Ana="out", Ben="3")
    start_game(table.club, ["Eli", "Ben"], GameTerms(BOOK, BOOK.options.engines), TONIGHT, "Ana")
    db.session.commit()
    return table


def first(model: type[Row]) -> Row:
    """The oldest row of a table."""
    return db.session.scalars(select(model).order_by(model.id)).all()[0]


def player(name: str) -> Player:
    """The player with this name."""
    return db.session.scalars(select(Player).filter_by(name=name)).one()


# What somebody does to the club, and the number of the game's results that are left.
ACTS: dict[str, tuple[Callable[[], object], int]] = {
    "throw the night away": (lambda: throw_night(first(Night), "Ana"), 0),
    "throw the game away": (lambda: throw_game(first(Game), "Ana"), 0),
    "make somebody anonymous": (lambda: anonymise_player(player("Ana"), "Player"), 2),
    "merge two": (lambda: merge_players(player("Eli"), player("Ana")), 2),
    "bring a file in": (lambda: import_club(read_club("".join(write_club(first(Club)))), first(Club)), 2),
    "delete the club": (lambda: delete_club(first(Club)), 0),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_game_ends_while_somebody_manages(store: Flask, table: Table, act: str) -> None:
    game_id, has_locked = table.game.id, threading.Event()

    def end_the_game() -> None:
        with store.app_context(), writing():
            lock_game(game_id)
            game = db.session.get_one(Game, game_id)
            has_locked.set()
            time.sleep(0.3)
            write(game, "Ben", stop)

    def manage() -> None:
        has_locked.wait()
        with store.app_context(), writing():
            ACTS[act][0]()

    db.session.remove()
    with ThreadPoolExecutor() as people:
        done = [people.submit(end_the_game), people.submit(manage)]

    assert [person.exception() for person in done] == [None, None]
    assert db.session.scalar(select(func.count()).select_from(RESULTS)) == ACTS[act][1]
