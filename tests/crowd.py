"""Many people at once: what a phone does over a bad connection, and a server on either database for all of them."""

import re
import threading
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from bench.phone import Somebody
from bench.server import Server
from commands.made_up import set_up
from models import db, writing
from models.access.tokens import write_token
from models.ledger.keys import Access, keys_of_tournament
from models.play.referee import seat_by_lot
from models.play.start import found_with_keys
from rules import RULE_BOOKS
from rules.books.options import Playoff
from rules.tournament.plan import Format, Plan

PLAYERS, TABLES, FOLLOWERS = 120, 24, 100
ENGINES = (12, 9, 6, 3, 0)


class Scorekeeper(Somebody):
    """Enters every round of a table when all the others do, now and then twice; somebody else confirms on the same phone."""

    def __init__(
        self, server: Server, link: str, number: int, together: threading.Barrier, rounds: int, pause: float
    ) -> None:
        super().__init__(server, f"Scorekeeper {number}")
        self.together, self.pause = together, pause
        self.rounds = rounds
        self.game = self.ask("GET", link)[1]
        self.say_name(self.game)
        self.entered: dict[tuple[int, int], int] = {}

    def run(self) -> None:
        try:
            self._enter_all()
        except Exception as error:
            self.broken.append((0, repr(error)))
            self.together.abort()

    def _enter_all(self) -> None:
        for number in range(1, self.rounds + 1):
            address = f"{self.game}/rounds/{number}"
            status, _, page = self.ask("GET", address)
            if status != 200:
                raise AssertionError((status, page[:2000]))
            time.sleep(self.pause)
            self.together.wait()
            seats = list(dict.fromkeys(re.findall(r'name="hand_(\d+)-left"', page)))
            left = {seat: self.luck.randint(1, 60) for seat in seats[1:]}
            fields = {f"hand_{seat}-left": str(pips) for seat, pips in left.items()} | {f"hand_{seats[0]}-out": "y"}
            status, _, page = self.post(address, page, **fields)
            if status != 303:
                raise AssertionError((status, page[:2000]))
            self.entered |= {(number, int(seat)): pips for seat, pips in left.items()} | {(number, int(seats[0])): 0}
            confirm = f"{self.game}/confirm"
            page = self.ask("GET", confirm)[2]
            seen = re.search(r'name="seen" value="(\d+)"', page)[1]
            status, _, page = self.post(confirm, page, seen=seen, seat=seats[1], round=str(number))
            if status != 303:
                raise AssertionError((status, page[:2000]))


class Follower(Somebody):
    """Looks at the standings as a phone does, until it is told that all is entered."""

    def __init__(self, server: Server, link: str, hall: str, over: threading.Event) -> None:
        super().__init__(server, "Follower")
        self.link, self.hall, self.over = link, hall, over
        self.seen = ""

    def run(self) -> None:
        self.ask("GET", self.link)
        while not self.over.wait(self.luck.uniform(1, 3)):
            status, _, page = self.ask("GET", f"{self.hall}/live?seen={self.seen}")
            if status not in (200, 204):
                self.broken.append((status, page[:200]))
            found = re.search(r"seen=([\d.]+)", page)
            self.seen = found[1] if found else self.seen
            self.acknowledged += 1


def serve(request: pytest.FixtureRequest, folder: Path) -> Iterator[Server]:
    """A server on SQLite, or on a PostgreSQL database of its own: it brings it up to date by its migrations."""
    address = f"sqlite:///{folder}/roundhouse.db"
    if request.param == "postgresql":
        address = _new_database(request.getfixturevalue("postgres_address"))
    server = Server(folder, address)
    server.start()
    yield server
    server.stop()


def _new_database(address: str) -> str:
    plain = address.replace("postgresql+psycopg", "postgresql")
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS phones")
        connection.execute("CREATE DATABASE phones")
    return f"{address.removesuffix('/postgres')}/phones"


def begin_hall(app: Flask, engines: tuple[int, ...] = ENGINES) -> tuple[str, str, list[str]]:
    """A hall of 24 tables of five: its address, the link to follow it, and the links of its tables."""
    with app.app_context():
        with writing():
            club, _ = found_with_keys("A full hall", {Access.MANAGE: "all"}, "Rita")
            names, book = [f"Player {number}" for number in range(1, PLAYERS + 1)], RULE_BOOKS["double-twelve"]
            plan = Plan(Format.TOTAL, 2, 5, 1, Playoff.ONE_TABLE)
            tournament = set_up(club, "Full hall", names, plan, book, engines, date(2026, 3, 5))
            seat_by_lot(tournament, 1, "1", date(2026, 3, 5), "Rita")
            keys = keys_of_tournament(tournament.id)
            links = [f"/k/{write_token(key, str(app.secret_key))}" for key in keys if key.game_id]
            follow = next(key for key in keys if key.access is Access.VIEW)
            found = f"/tournaments/{tournament.ref}", f"/k/{write_token(follow, str(app.secret_key))}", links
        db.engine.dispose()
    return found


def fill_hall(
    server: Server, hall: str, follow: str, links: list[str], rounds: int = len(ENGINES), pause: float = 0
) -> tuple[list[Scorekeeper], list[Follower]]:
    """Every table enters all its rounds together, so many seconds apart, while everybody follows."""
    over, together = threading.Event(), threading.Barrier(len(links))
    keepers = [Scorekeeper(server, link, number, together, rounds, pause) for number, link in enumerate(links)]
    followers = [Follower(server, follow, hall, over) for _ in range(FOLLOWERS)]
    for one in (*followers, *keepers):
        one.start()
    for one in keepers:
        one.join()
    over.set()
    for one in followers:
        one.join()
    return keepers, followers
