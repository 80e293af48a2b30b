"""A league evening on this machine: many tables, and all the phones that keep score or watch."""

import argparse
import asyncio
import os
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random

from sqlalchemy import create_engine, select, text

from models import db, writing
from models.access.tokens import write_token
from models.ledger.clubs import create_club
from models.ledger.games import Game
from models.ledger.keys import Access, make_key
from models.sheets.fold import load_sheets
from models.store.database import sqlite_path
from proofs.league.phones import KeepersPhone, LeaguePhone, Watch
from proofs.postgres import find_postgres, run_postgres
from proofs.server import Server, app_of
from rules import RULE_BOOKS
from samples.cast import PEOPLE
from samples.games import begin, play

# A round of a real game takes six to ten minutes.
SHORTEST, LONGEST = 360.0, 600.0
TABLES_OF_A_CLUB = 5


@dataclass(frozen=True)
class LeagueTable:
    """A table of the league: its links for keeping score and for watching."""

    keeps: str
    looks: str


def seat_league(tables: int, secret: str) -> list[LeagueTable]:
    """Seat this many tables, five to a club."""
    seated: list[LeagueTable] = []
    book = RULE_BOOKS["double-twelve"]
    while len(seated) < tables:
        with writing():
            club = create_club(f"Club {len(seated)}")
            for _ in range(min(TABLES_OF_A_CLUB, tables - len(seated))):
                game = begin(club, PEOPLE[:7], book, date.today())
                links = [
                    f"/k/{write_token(make_key(club.id, access, 'x', 'x'), secret)}?game={game.ref}"
                    for access in (Access.SCORE, Access.VIEW)
                ]
                keeps, looks = links
                seated.append(LeagueTable(keeps, looks))
    return seated


async def play_evening(
    port: int, tables: Sequence[LeagueTable], phones: int, seconds: float, watch: Watch
) -> list[KeepersPhone]:
    """Let all phones play for this many seconds. Returns the phones that kept score."""
    luck = Random(7)  # noqa: S311 (who looks when)
    keepers = [KeepersPhone(port, table.keeps, watch, Random(luck.random())) for table in tables]  # noqa: S311 (who looks when)
    followers = [
        LeaguePhone(port, tables[number % len(tables)].looks, watch, luck) for number in range(phones - len(keepers))
    ]
    games = [await phone.arrive() for phone in (*keepers, *followers)]
    watch.begun = time.monotonic()
    watch.answers.clear()
    until = watch.begun + seconds
    playing = [
        keeper.keep(game.removesuffix("/follow"), until, SHORTEST, LONGEST)
        for keeper, game in zip(keepers, games, strict=False)
    ]
    looking = [
        follower.follow(game.removesuffix("/follow"), until)
        for follower, game in zip(followers, games[len(keepers) :], strict=True)
    ]
    await asyncio.gather(*playing, *looking)
    return keepers


def print_watch(watch: Watch, seconds: float) -> None:
    """Print how many answers an evening had and how long they took, by kind and status."""
    by_kind: dict[tuple[str, int], list[float]] = {}
    for (kind, status), notes in sorted(watch.answers.items()):
        by_kind.setdefault((kind, status), []).extend(seconds for _, seconds in notes)
    for (kind, status), times in sorted(by_kind.items()):
        print(f"{kind:6} {status:4} {len(times):8} {len(times) / seconds:7.1f} a second{_spread(times)}")
    all_times = [duration for times in by_kind.values() for duration in times]
    print(f"all         {len(all_times):8} {len(all_times) / seconds:7.1f} a second{_spread(all_times)}")


def _spread(times: Sequence[float]) -> str:
    if len(times) < 2:
        return ""
    parts = [f"{part * 1000:.0f}" for part in statistics.quantiles(times, n=100)]
    return f"; p50 {parts[49]} ms, p95 {parts[94]}, p99 {parts[98]}, longest {max(times) * 1000:.0f}"


@contextmanager
def served_league(is_sqlite: bool) -> Iterator[Server]:
    """A served app with its own database."""
    with tempfile.TemporaryDirectory(prefix="league-") as folder, ExitStack() as stack:
        place = Path(folder)
        place.chmod(0o755)
        address = f"sqlite:///{place}/roundhouse.db"
        if not is_sqlite:
            programs = find_postgres() or sys.exit("PostgreSQL is missing.")
            (place / "postgres").mkdir()
            address = stack.enter_context(run_postgres(programs, place / "postgres", waits_for_disk=True))
        (place / "instance").mkdir()
        server = Server(place / "instance", address, ROUNDHOUSE_FORMS_AN_HOUR=str(10**7))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _busy_seconds() -> tuple[float, float]:
    """The processor seconds used on this machine since it started, and those used by this process."""
    jiffies = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    usage = resource.getrusage(resource.RUSAGE_SELF)
    idle = jiffies[3] + jiffies[4]
    return (sum(jiffies) - idle) / os.sysconf("SC_CLK_TCK"), usage.ru_utime + usage.ru_stime


def _play(server: Server, tables: int, phones: int, seconds: float) -> None:
    """Play an evening, and print the results. Exit with 1 if an entry was lost or duplicated."""
    with app_of(server).app_context():
        seated = seat_league(tables, (server.folder / "secret_key").read_text())
        db.session.remove()
        db.engine.dispose()
    watch = Watch()
    before = _busy_seconds()
    keepers = asyncio.run(play_evening(server.port, seated, phones, seconds, watch))
    busy, own_busy = (after - since for after, since in zip(_busy_seconds(), before, strict=True))
    print_watch(watch, seconds)
    print(f"processors: {busy / seconds:.2f} of {os.cpu_count()} busy, {own_busy / seconds:.2f} of them these phones")
    entered, kept = sum(keeper.entered for keeper in keepers), _rounds_kept(server)
    print(f"rounds acknowledged: {entered}, on the sheets: {kept}")
    if entered != kept:
        sys.exit("An entry was lost or doubled.")


def _rounds_kept(server: Server) -> int:
    with app_of(server).app_context():
        kept = sum(sheet.rounds_closed for sheet in load_sheets(db.session.scalars(select(Game)).all()))
        db.session.remove()
        db.engine.dispose()
    return kept


async def _enter_all(port: int, tables: Sequence[LeagueTable], watch: Watch) -> int:
    """Let a phone at each table enter thirteen rounds without a pause. Returns how many were acknowledged."""
    keepers = [KeepersPhone(port, table.keeps, watch, Random(table.keeps)) for table in tables]  # noqa: S311 (scores for show)
    games = [(await keeper.arrive()).removesuffix("/follow") for keeper in keepers]
    watch.begun = time.monotonic()
    watch.answers.clear()

    async def enter(keeper: KeepersPhone, game: str) -> None:
        for number in range(1, 14):
            await keeper.enter(game, number)

    await asyncio.gather(*map(enter, keepers, games))
    return sum(keeper.entered for keeper in keepers)


def _measure_entries(server: Server) -> None:
    """Print how many rounds per second 16 phones enter without a pause, and how much disk space a game takes."""
    with app_of(server).app_context():
        seated = seat_league(16, (server.folder / "secret_key").read_text())
        db.session.remove()
        watch = Watch()
        entered = asyncio.run(_enter_all(server.port, seated, watch))
        seconds = time.monotonic() - watch.begun
        print_watch(watch, seconds)
        print(f"{entered / seconds:.1f} rounds a second, each with its form and the page after it")
        before, games, luck = _bytes_of(server), 200, Random(3)  # noqa: S311 (scores for show)
        with writing():
            club = create_club("Disk")
        for _ in range(games):
            with writing():
                play(begin(club, PEOPLE[:5], RULE_BOOKS["double-twelve"], date.today()), 13, luck)
        db.session.remove()
        print(
            f"{(_bytes_of(server) - before) / games / 1024:.1f} KiB on the disk for a game of five and thirteen rounds"
        )
        db.engine.dispose()


def _bytes_of(server: Server) -> int:
    """The size of the database on disk, in bytes, after overwritten data has been cleared."""
    if file := sqlite_path(server.database):
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return file.stat().st_size
    engine = create_engine(server.database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("VACUUM"))
        size: int = connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
    engine.dispose()
    return size


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description="A league's evening on this machine.")
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--phones", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--entries", action="store_true", help="measure entries without a pause, and the disk")
    options = parser.parse_args()
    with served_league(options.sqlite) as server:
        if options.entries:
            _measure_entries(server)
        else:
            _play(server, options.tables, options.phones, options.seconds)


if __name__ == "__main__":
    main()
