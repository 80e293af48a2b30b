"""The club to attack: a season, two tournaments, a game in the bin.

It is made once, and restored when too much of it is gone.
"""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, Protocol
from wsgiref.types import StartResponse

from flask import Flask
from flask_migrate import stamp
from sqlalchemy import create_engine, select, text, update

from app import LIMITS, create_app
from models import db, writing
from models.access.tokens import write_token
from models.ledger.clubs import Club
from models.ledger.games import Game, new_stamp
from models.ledger.keys import Key
from models.play.bin import throw_game
from models.sheets.fold import load_sheet
from proofs.postgres import find_postgres, run_postgres
from rules import RULE_BOOKS
from samples.cast import KEEPER, PEOPLE
from samples.demo_club import create_demo_club
from samples.games import begin, play, stop
from samples.halls import Waiting, play_until_they_wait
from samples.tournaments import game_at

UNLIMITED = 10**9
# The tracked rounds of the demo's last games.
KEPT = (13, 10, 5)
# The key for request parts that the test client would tidy up: bytes that are no text, an impossible host.
AS_SENT = "attack.as_sent"
SECRET = "for the attack"  # noqa: S105 (it guards nothing)


class Store(Protocol):
    """A database that can be restored to its stored state."""

    address: str

    def keep(self) -> None: ...

    def put_back(self) -> None: ...


class Sqlite:
    """An SQLite file and its copy."""

    def __init__(self, folder: Path) -> None:
        self._file, self._kept = folder / "attacked.db", folder / "kept.db"
        self.address = f"sqlite:///{self._file}"

    def keep(self) -> None:
        """Copy the file, which is complete while nobody has it open."""
        shutil.copy(self._file, self._kept)

    def put_back(self) -> None:
        for end in ("-wal", "-shm"):
            self._file.with_name(self._file.name + end).unlink(missing_ok=True)
        shutil.copy(self._kept, self._file)


class Postgres:
    """A database on our own server, and a second one made from it."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.address = f"{server.removesuffix('/postgres')}/attacked"
        self._run("CREATE DATABASE attacked")

    def keep(self) -> None:
        self._run("CREATE DATABASE kept TEMPLATE attacked")

    def put_back(self) -> None:
        self._run("DROP DATABASE attacked WITH (FORCE)", "CREATE DATABASE attacked TEMPLATE kept")

    def _run(self, *commands: str) -> None:
        engine = create_engine(self._server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for command in commands:
                connection.execute(text(command))
        engine.dispose()


@dataclass(frozen=True, kw_only=True)
class World:
    """The app, its database, the addresses of the club and of an open game, and the link of each browser.

    `pages` are the addresses of pages that show rare states: tracked rounds, ties, stopped games.
    """

    app: Flask
    store: Store
    club: str
    game: str
    links: dict[str, str]
    pages: tuple[str, ...]

    def put_back(self) -> None:
        """Restore everything to its initial state, and draw new stamps, as restoring a backup does."""
        close(self.app)
        self.store.put_back()
        with self.app.app_context(), writing():
            db.session.execute(update(Game).values(stamp=new_stamp()))
        close(self.app)


@contextmanager
def attacked(folder: Path, database: str = "sqlite") -> Iterator[World]:
    """The world in a new database of this kind. Raises RuntimeError if there is no PostgreSQL."""
    with _store(folder, database) as store:
        app = make_app(store.address, UNLIMITED)
        world = _make(app, store)
        close(app)
        store.keep()
        yield world
        close(app)


@contextmanager
def _store(folder: Path, database: str) -> Iterator[Store]:
    if database == "sqlite":
        yield Sqlite(folder)
        return
    programs = find_postgres()
    if programs is None:
        raise RuntimeError("PostgreSQL is not on this machine.")
    server = folder / "postgres"
    server.mkdir()
    with run_postgres(programs, server) as address:
        yield Postgres(address)


def make_app(address: str, limit: int) -> Flask:
    """The app on this database. One address may do each limited thing only `limit` times an hour.

    The number of forms is not limited.
    """
    limits = dict.fromkeys(LIMITS, limit) | {"ROUNDHOUSE_FORMS_AN_HOUR": UNLIMITED}
    app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": address, **limits})
    inner = app.wsgi_app

    def as_sent(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        return inner({**environ, **environ.get(AS_SENT, {})}, start_response)

    app.wsgi_app = as_sent  # type: ignore[method-assign] # Flask's own way to stand before an app
    return app


def close(app: Flask) -> None:
    """Close the app's connections to its database."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def _make(app: Flask, store: Store) -> World:
    with app.app_context():
        db.create_all()
        # /health asks whether the tables are up to date.
        stamp()
        with writing():
            luck, today = Random(5), date.today()  # noqa: S311 (scores for show)
            club, key = create_demo_club(luck, today, has_cup=True)
            games = db.session.scalars(select(Game).where(Game.tournament_id.is_(None)).order_by(Game.id)).all()
            throw_game(games[0], KEEPER)
            seats = [column.seat for column in load_sheet(games[-1]).columns]
            stopped_game = f"/games/{_stop_early(club, today - timedelta(weeks=1), luck).ref}"
            cups = _pages_of_cups(play_until_they_wait(club, today))
            pages = [*_pages_of(games[-3:], seats), stopped_game, f"{stopped_game}/changes", *cups]
            links = {"manage": f"/k/{write_token(key, SECRET)}"} | _links()
            return World(
                app=app,
                store=store,
                club=f"/clubs/{club.ref}",
                game=f"/games/{games[-1].ref}",
                links=links,
                pages=tuple(pages),
            )


def _pages_of(games: Sequence[Game], seats: Sequence[int]) -> list[str]:
    """The addresses of the newest games and their tracked rounds, and of the scores at these seats of the last game."""
    tables = [f"/games/{game.ref}/rounds/{number}/table" for game, number in zip(games, KEPT, strict=True)]
    parts = ("", "/moves", "/record", "/record.toml", "/by-hand", "/hand", "/review", "/review/3")
    pages = [f"{table}{part}" for table in tables for part in parts]
    newest_game = f"/games/{games[-1].ref}"
    pages += [
        f"{newest_game}/{part}"
        for part in ("changes", "log", "sheet.csv", "rounds/1", "rounds/5", "rounds/6/table", "start")
    ]
    pages += [f"{newest_game}/rounds/{number}/seats/{seat}" for seat in seats[:2] for number in (1, 5)]
    return pages + [f"/games/{game.ref}/sheet.csv" for game in games[:-1]]


def _stop_early(club: Club, day: date, luck: Random) -> Game:
    """A stopped game that may be continued."""
    game = begin(club, PEOPLE[:3], RULE_BOOKS["double-six"], day)
    play(game, 2, luck)
    stop(game)
    return game


def _pages_of_cups(cups: Waiting) -> list[str]:
    """The pages of tournaments where the referee or the tables must act."""
    open_table = f"/games/{game_at(cups.game, 2).ref}"
    pages = [f"/tournaments/{cup.ref}/{part}" for cup in cups for part in ("seating", "ties", "players", "clock")]
    return [*pages, f"{open_table}/confirm", f"{open_table}/rounds/3", f"{open_table}/changes"]


def _links() -> dict[str, str]:
    """Links to score, to watch, and to open the last table of the last tournament."""
    links = {}
    for key in db.session.scalars(select(Key).order_by(Key.id)):
        opens_club = key.tournament_id is None and key.night_id is None
        who = key.access.code if opens_club else "table" if key.game_id else ""
        links[who] = f"/k/{write_token(key, SECRET)}"
    return {who: links[who] for who in ("score", "view", "table")}
