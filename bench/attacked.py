"""The club that is attacked: a season, two tournaments, a game in the bin; made once, and put back when too much of it is gone."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, Protocol

from flask import Flask
from sqlalchemy import create_engine, select, text

from app import LIMITS, create_app
from bench.postgres import find_postgres, run_postgres
from commands.made_up import REFEREE, play, play_stage, play_table, set_up
from models import db, writing
from models.access.tokens import write_token
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Key
from models.ledger.tournaments import Tournament
from models.play.bin import throw_game
from models.play.changes import confirm, stop
from models.play.referee import seat_by_lot, set_clock
from models.play.scores import Entry, enter_scores
from models.play.start import start_game
from models.sheets.fold import load_sheet, lock_sheet
from models.sheets.tournament import load_hall
from rules import RULE_BOOKS
from rules.books.options import Playoff
from rules.scores.left_in_hand import Left
from rules.tournament.plan import Format, Plan

UNLIMITED = 10**9
# The rounds of the demo's last games that were kept.
KEPT = (13, 10, 5)
# Under this name a request has what the test client would tidy up: bytes that are no letters, a host that is none.
AS_SENT = "attack.as_sent"
SECRET = "for the attack"  # noqa: S105 (it guards nothing)


class Store(Protocol):
    """A database that can be put back to how it was when it was kept."""

    address: str

    def keep(self) -> None: ...

    def put_back(self) -> None: ...


class Sqlite:
    """A file, and its copy."""

    def __init__(self, folder: Path) -> None:
        self._file, self._kept = folder / "attacked.db", folder / "kept.db"
        self.address = f"sqlite:///{self._file}"

    def keep(self) -> None:
        """Once nobody has it open, everything is in the one file."""
        shutil.copy(self._file, self._kept)

    def put_back(self) -> None:
        for end in ("-wal", "-shm"):
            self._file.with_name(self._file.name + end).unlink(missing_ok=True)
        shutil.copy(self._kept, self._file)


class Postgres:
    """A database of a server of our own, and another one made after it."""

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


@dataclass(frozen=True)
class World:
    """The app, its database, the addresses of the club and of a game that is being played, and the link of each browser.

    `pages` are those that show what seldom happens: kept rounds, ties, games that stopped.
    """

    app: Flask
    store: Store
    club: str
    game: str
    links: dict[str, str]
    pages: tuple[str, ...]

    def put_back(self) -> None:
        """Everything is again as it was made."""
        close(self.app)
        self.store.put_back()


@contextmanager
def attacked(folder: Path, database: str = "sqlite") -> Iterator[World]:
    """The world in a new database of this kind. Raises RuntimeError where there is no PostgreSQL."""
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
    """The app on this database. One address may make so many an hour of each thing that is limited, but send any form."""
    limits = dict.fromkeys(LIMITS, limit) | {"ROUNDHOUSE_FORMS_AN_HOUR": UNLIMITED}
    app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": address, **limits})
    inner = app.wsgi_app

    def as_sent(environ: dict[str, Any], begin: Callable[..., Any]) -> Any:
        return inner({**environ, **environ.get(AS_SENT, {})}, begin)

    app.wsgi_app = as_sent
    return app


def close(app: Flask) -> None:
    """Let go of the app's database."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def _make(app: Flask, store: Store) -> World:
    with app.app_context():
        db.create_all()
        demo = app.test_cli_runner().invoke(args=["demo", "--tournament"])
        if demo.exit_code:
            raise RuntimeError(demo.output) from demo.exception
        with writing():
            club = db.session.scalars(select(Club)).one()
            games = db.session.scalars(select(Game).where(Game.tournament_id.is_(None)).order_by(Game.id)).all()
            throw_game(games[0], "Ana")
            seats = [column.seat for column in load_sheet(games[-1]).columns]
            stopped = f"/games/{_stop_early(club).ref}"
            pages = [*_pages_of(games[-3:], seats), stopped, f"{stopped}/changes", *_play_cups(club)]
            links = {"manage": demo.output[demo.output.index("/k/") :].strip()} | _links()
            return World(app, store, f"/clubs/{club.ref}", f"/games/{games[-1].ref}", links, tuple(pages))


def _pages_of(games: Sequence[Game], seats: Sequence[int]) -> list[str]:
    """Addresses and fields of the newest games, each with a kept round; `seats` are those of the last."""
    tables = [f"/games/{game.ref}/rounds/{number}/table" for game, number in zip(games, KEPT, strict=True)]
    parts = ("", "/moves", "/record", "/record.toml", "/by-hand", "/hand", "/review", "/review/3")
    pages = [f"{table}{part}" for table in tables for part in parts]
    newest = f"/games/{games[-1].ref}"
    pages += [
        f"{newest}/{part}"
        for part in ("changes", "log", "sheet.csv", "rounds/1", "rounds/5", "rounds/6/table", "start")
    ]
    pages += [f"{newest}/rounds/{number}/seats/{seat}" for seat in seats[:2] for number in (1, 5)]
    return pages + [f"/games/{game.ref}/sheet.csv" for game in games[:-1]]


def _stop_early(club: Club) -> Game:
    """A game of last week that may go on."""
    book, day = RULE_BOOKS["double-six"], date.today() - timedelta(weeks=1)
    game = start_game(club, ["Ana", "Ben", "Cai"], book, book.options.engines, day, "Ana")
    play(game, 2, Random(1))  # noqa: S311 (scores for show)
    stop(game, "Ana")
    return game


def _play_cups(club: Club) -> list[str]:
    """A tournament whose stage is over, one that waits for a tie to be decided, and one in the middle of its first game.

    Gives the pages where the referee and the tables go on.
    """
    luck = Random(1)  # noqa: S311 (scores for show)
    spring = _seat_a_cup(club, "Spring cup", "Ana Ben Cai Dee Eli Fay", (6, 0))
    play_stage(spring, luck)
    level = _seat_a_cup(club, "Level cup", "Ana Ben", (6, 0), games=1)
    game = _game_at(level, 0)
    for number, out in ((1, 0), (2, 1)):
        seats = load_sheet(game).rounds[number - 1].here
        entries = {
            seat: Entry(Left(0, is_out=True), "0") if at == out else Entry(Left(5), "5")
            for at, seat in enumerate(seats)
        }
        enter_scores(game, lock_sheet(game), number, entries, "Ana")
    confirm(game, (1, 2), None, load_sheet(game).revision, REFEREE)
    cup = _seat_a_cup(club, "Open cup", "Ana Ben Cai Dee Eli Fay Gus Hal", (12, 6, 0))
    play_table(_game_at(cup, 0), luck)
    play(_game_at(cup, 1), 2, luck)
    set_clock(cup, 30, 5, REFEREE)
    open_table = f"/games/{_game_at(cup, 1).ref}"
    pages = [
        f"/tournaments/{one.ref}/{part}"
        for one in (spring, level, cup)
        for part in ("seating", "ties", "players", "clock")
    ]
    return [*pages, f"{open_table}/confirm", f"{open_table}/rounds/3", f"{open_table}/changes"]


def _seat_a_cup(club: Club, name: str, names: str, engines: tuple[int, ...], games: int = 2) -> Tournament:
    """A tournament at tables of up to four, seated for its first game."""
    book = next(book for book in RULE_BOOKS.values() if book.for_tournaments)
    plan = Plan(Format.TOTAL, games, 4, 1, Playoff.ONE_TABLE)
    cup = set_up(club, name, names.split(), plan, book, engines, date.today())
    seat_by_lot(cup, 1, cup.lot, date.today(), REFEREE)
    return cup


def _game_at(cup: Tournament, table: int) -> Game:
    return db.session.get_one(Game, load_hall(cup).stage[table].game_id)


def _links() -> dict[str, str]:
    """Links that score, that look on, and that open the last table of the last tournament."""
    links = {}
    for key in db.session.scalars(select(Key).order_by(Key.id)):
        opens_club = key.tournament_id is None and key.night_id is None
        who = key.access.code if opens_club else "table" if key.game_id else ""
        links[who] = f"/k/{write_token(key, SECRET)}"
    return {who: links[who] for who in ("score", "view", "table")}
