"""Two transactions at once: somebody manages the club while the last score of a game is entered. One waits; both succeed."""

import threading
import time
from collections.abc import Callable

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
from tests.conftest import sure
from tests.models.conftest import TONIGHT, Table, make_table

BOOK = RULE_BOOKS["double-six"]


@pytest.fixture
def table(store: Flask) -> Table:
    """A game whose last score is missing, and another game that adds a third player to the club."""
    table = make_table("double-six", "Ana Ben")
    table.enter(1, Ana="out", Ben="3")
    start_game(table.club, ["Eli", "Ben"], GameTerms(BOOK, BOOK.options.engines), TONIGHT, "Ana")
    db.session.commit()
    return table


def the_club() -> Club:
    """The only club."""
    return db.session.scalars(select(Club)).one()


def player(name: str) -> Player:
    """The player with this name."""
    return db.session.scalars(select(Player).filter_by(name=name)).one()


ACTS: dict[str, Callable[[], object]] = {
    "throw the night away": lambda: throw_night(db.session.scalars(select(Night)).one(), "Ana"),
    "throw the game away": lambda: throw_game(sure(db.session.scalars(select(Game).order_by(Game.id)).first()), "Ana"),
    "make somebody anonymous": lambda: anonymise_player(player("Ana"), "Player"),
    "merge two": lambda: merge_players(player("Eli"), player("Ana")),
    "bring a file in": lambda: import_club(read_club("".join(write_club(the_club()))), the_club()),
    "delete the club": lambda: delete_club(the_club()),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_game_ends_while_somebody_manages(store: Flask, table: Table, act: str) -> None:
    game_id, failed = table.game.id, []
    has_locked = threading.Event()

    def end_the_game() -> None:
        with store.app_context():
            try:
                with writing():
                    lock_game(game_id)
                    game = db.session.get_one(Game, game_id)
                    has_locked.set()
                    time.sleep(0.3)
                    write(game, "Ben", stop)
            except Exception as error:
                failed.append(error)

    def manage() -> None:
        has_locked.wait()
        with store.app_context():
            try:
                with writing():
                    ACTS[act]()
            except Exception as error:
                failed.append(error)

    db.session.remove()
    threads = [threading.Thread(target=end_the_game), threading.Thread(target=manage)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    counts = {"throw the night away": 0, "throw the game away": 0, "delete the club": 0}
    assert db.session.scalar(select(func.count()).select_from(RESULTS)) == counts.get(act, 2)
