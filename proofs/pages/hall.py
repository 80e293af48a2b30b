"""A full hall: the cost of the standings while 24 tables enter scores at once and 100 phones follow."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from proofs.pages.crowd import begin_hall, fill_hall
from proofs.served import PORT, Browser, open_link, serving
from proofs.server import Server

PAUSE = 2.0
MOST = 5.0
LONGEST_SEATING = 2.0


def main() -> None:
    """Measure on SQLite, and on PostgreSQL if there is one. Fail if the standings are too slow or a score is lost."""
    is_kept = _seat()
    for name, database in (("SQLite", _sqlite), ("PostgreSQL", _postgres)):
        with tempfile.TemporaryDirectory() as folder, database(Path(folder)) as address:
            if address is None:
                print(f"{name} is not on this machine.")
                continue
            os.environ |= {"ROUNDHOUSE_INSTANCE": folder, "DATABASE_URL": address}
            is_kept &= _measure(name)
    print("\nEvery promise is kept." if is_kept else "\nA promise is broken.")
    sys.exit(0 if is_kept else 1)


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder}/roundhouse.db"


@contextmanager
def _postgres(folder: Path) -> Iterator[str | None]:
    from proofs.postgres import find_postgres, run_postgres

    programs = find_postgres()
    if programs is None:
        yield None
        return
    server = folder / "postgres"
    server.mkdir()
    with run_postgres(programs, server) as address:
        yield address


def _seat() -> bool:
    """Seat 120 players for five games, with as few pairs as possible meeting again. True if it was fast enough."""
    from random import Random

    from rules.tournament.seating import count_repeats, pairs_of, seat_by_lot, table_sizes

    meetings: dict[frozenset[int], int] = {}
    repeats, begun = [], time.perf_counter()
    for game in range(5):
        seating = seat_by_lot(range(120), table_sizes(120, 6), meetings, Random(game).randrange)  # noqa: S311 (a lot)
        repeats.append(count_repeats(seating, meetings))
        for pair in pairs_of(seating):
            meetings[pair] = meetings.get(pair, 0) + 1
    seconds = time.perf_counter() - begun
    print(
        f"120 players seated for five games in {seconds:.2f} s, at most {LONGEST_SEATING}; pairs who met again: {repeats}"
    )
    return seconds < LONGEST_SEATING


def _measure(name: str) -> bool:
    from models import db
    from proofs.app import create, fill

    app = create()
    with app.app_context():
        fill(db)
        db.session.commit()
    hall, follow, links = begin_hall(app)
    with serving():
        browser = open_link(follow)
        crowd = subprocess.Popen(  # noqa: S603 (our own words)
            [sys.executable, "-m", "proofs.pages.hall", hall, follow, *links], stdout=subprocess.PIPE, text=True
        )
        times = _sample(browser, {"standings": hall, "reference": "/bench/reference"}, crowd)
        report = json.loads(crowd.communicate()[0])
    lost = _lost(app, report["entered"])
    p95 = {page: statistics.quantiles(seconds, n=100)[94] * 1000 for page, seconds in times.items()}
    ratio = p95["standings"] / p95["reference"]
    print(
        f"{name}: {report['posts']} posts of 24 tables, {report['polls']} polls of 100 phones; lost or doubled scores: {lost}, "
        f"refused: {report['broken']}. p95 of the standings {p95['standings']:.1f} ms, of the reference page "
        f"{p95['reference']:.1f} ms under the same load: {ratio:.2f}, at most {MOST} ({len(times['standings'])} of each)"
    )
    return ratio <= MOST and not lost and not report["broken"]


def _sample(browser: Browser, pages: dict[str, str], crowd: subprocess.Popen[str]) -> dict[str, list[float]]:
    """How many seconds each page takes when the pages are requested in turn while the crowd is at work."""
    times: dict[str, list[float]] = {page: [] for page in pages}
    while crowd.poll() is None:
        for page, path in pages.items():
            begun = time.perf_counter()
            answer = browser.send("GET", path)
            times[page].append(time.perf_counter() - begun)
            if answer.status != 200:
                raise RuntimeError(f"{page}: {answer.status}")
        time.sleep(0.01)
    return times


def _lost(app: Flask, entered: dict[str, dict[str, int]]) -> int:
    """The number of scores that were acknowledged but lost, that were stored twice, or that nobody entered."""
    from sqlalchemy import select

    from models import db
    from models.ledger.games import Game
    from models.ledger.lines import Score, lines_of

    wrong = 0
    with app.app_context():
        for address, scores in entered.items():
            game = db.session.scalars(select(Game).where(Game.ref == address.rpartition("/")[2])).one()
            lines = [line.payload for line in lines_of(game) if isinstance(line.payload, Score)]
            pips = {f"{score.round} {score.seat}": score.pips for score in lines}
            wrong += len(lines) - len(pips) + len(pips.items() ^ scores.items())
        db.session.remove()
        db.engine.dispose()
    return wrong


def crowd(hall: str, follow: str, links: list[str]) -> None:
    """Run the crowd in its own process, and print the acknowledged scores."""
    server = Server(Path())
    server.port = PORT
    keepers, followers = fill_hall(server, hall, follow, links, pause=PAUSE)
    entered = {
        keeper.game: {f"{round} {seat}": pips for (round, seat), pips in keeper.entered.items()} for keeper in keepers
    }
    report = {
        "entered": entered,
        "posts": sum(2 * len({round for round, _ in keeper.entered}) for keeper in keepers),
        "polls": sum(follower.acknowledged for follower in followers),
        "broken": sum(len(phone.broken) for phone in (*keepers, *followers)),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        crowd(sys.argv[1], sys.argv[2], sys.argv[3:])
    else:
        main()
