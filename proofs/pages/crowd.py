"""A full hall at work: the phones of 24 scorekeepers and 100 followers."""

import re
import threading
import time

from flask import Flask

from models import db, writing
from models.access.tokens import write_token
from models.ledger.keys import Access, keys_of_tournament
from proofs.page import first
from proofs.phone import Somebody
from proofs.server import Server
from samples.halls import ENGINES, PLAYERS, seat_full_hall

FOLLOWERS = 100


class Scorekeeper(Somebody):
    """A phone that enters each round of its table when all others do, sometimes twice, and confirms it as a second player."""

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
            pips_left = {seat: self.luck.randint(1, 60) for seat in seats[1:]}
            fields = {f"hand_{seat}-left": str(pips) for seat, pips in pips_left.items()} | {
                f"hand_{seats[0]}-out": "y"
            }
            status, _, page = self.post(address, page, **fields)
            if status != 303:
                raise AssertionError((status, page[:2000]))
            self.entered |= {(number, int(seat)): pips for seat, pips in pips_left.items()} | {
                (number, int(seats[0])): 0
            }
            confirm = f"{self.game}/confirm"
            page = self.ask("GET", confirm)[2]
            seen = first(r'name="seen" value="(\d+)"', page, 1)
            status, _, page = self.post(confirm, page, seen=seen, seat=seats[1], round=str(number))
            if status != 303:
                raise AssertionError((status, page[:2000]))


class Follower(Somebody):
    """A phone that keeps looking at the standings until all scores are entered."""

    def __init__(self, server: Server, link: str, hall: str, over: threading.Event) -> None:
        super().__init__(server, "Follower")
        self.link, self.hall, self.over = link, hall, over
        self.seen = ""

    def run(self) -> None:
        self.ask("GET", self.link)
        # Followers begin at different moments, and each looks at least once, however quick the tables are.
        pause = self.luck.uniform(0, 1)
        while not self.over.wait(pause) or not self.acknowledged:
            pause = self.luck.uniform(1, 3)
            status, _, page = self.ask("GET", f"{self.hall}/live?seen={self.seen}")
            if status not in (200, 204):
                self.broken.append((status, page[:200]))
            news = re.search(r"seen=([\d.]+)", page)
            self.seen = news[1] if news else self.seen
            self.acknowledged += 1


def begin_hall(app: Flask, engines: tuple[int, ...] = ENGINES, players: int = PLAYERS) -> tuple[str, str, list[str]]:
    """Start a full hall, or one with fewer players.

    Returns its address, the link for following it, and the links to its tables.
    """
    with app.app_context():
        with writing():
            tournament = seat_full_hall(engines, players)
            keys = keys_of_tournament(tournament.id)
            links = [f"/k/{write_token(key, str(app.secret_key))}" for key in keys if key.game_id]
            follow_key = next(key for key in keys if key.access is Access.VIEW)
            addresses = f"/tournaments/{tournament.ref}", f"/k/{write_token(follow_key, str(app.secret_key))}", links
        db.engine.dispose()
    return addresses


def fill_hall(
    server: Server, hall: str, follow: str, links: list[str], rounds: int = len(ENGINES), pause: float = 0
) -> tuple[list[Scorekeeper], list[Follower]]:
    """Enter all rounds at all tables at once, each after `pause` seconds, while the followers watch."""
    over, together = threading.Event(), threading.Barrier(len(links))
    keepers = [Scorekeeper(server, link, number, together, rounds, pause) for number, link in enumerate(links)]
    followers = [Follower(server, follow, hall, over) for _ in range(FOLLOWERS)]
    for phone in (*followers, *keepers):
        phone.start()
    for phone in keepers:
        phone.join()
    over.set()
    for phone in followers:
        phone.join()
    return keepers, followers
