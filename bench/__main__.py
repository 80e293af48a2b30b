"""Measure the pages on the production server: p50, p99 and throughput, and their ratios to reference pages."""

import gzip
import http.client
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from bench.page import first, tokens_of
from samples.cast import KEEPER, PEOPLE

PORT = 8765
ROUNDS = 400
AT_ONCE = 4
BUSY_SECONDS = 2.0
GAMES = 100
# The first games have a kept table, which would ask about any score.
KEPT = 2
ROUNDS_PLAYED = 6
QUESTION = "/rulings?q=my+last+tile+is+a+double+am+i+out"

Request = Callable[[], tuple[str, str, dict[str, str] | None]]


@dataclass(kw_only=True)
class PageTimes:
    """One page, and the seconds that each of its answers took."""

    name: str
    request: Request
    beside: str = ""
    most: float = 0.0
    times: list[float] = field(default_factory=list)

    @property
    def p50(self) -> float:
        return statistics.median(self.times)

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.times, n=100)[98]


class TimedAnswer(NamedTuple):
    """The status, a cookie if one was set, and the page as sent."""

    status: int
    cookie: str
    body: bytes


class Browser:
    """One connection that stays open, with a cookie."""

    def __init__(self, cookie: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT)
        self.headers = {"Accept-Encoding": "gzip"} | ({"Cookie": cookie} if cookie else {})

    def send(self, method: str, path: str, fields: dict[str, str] | None = None) -> TimedAnswer:
        body = urllib.parse.urlencode(fields) if fields else None
        form = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        self.connection.request(method, path, body, self.headers | form)
        answer = self.connection.getresponse()
        cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
        return TimedAnswer(answer.status, cookie, answer.read())


def main() -> None:
    """Make a database with the biggest sheet, serve it and measure. Fail if a page is slower than promised."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROUNDHOUSE_INSTANCE"] = folder
        os.environ.pop("DATABASE_URL", None)
        link, games = _prepare()
        with _serving():
            measured = _measure(link, games)
    sys.exit(0 if _print(measured) else 1)


@dataclass(frozen=True)
class Open:
    """A game in its seventh round: its sheet's path, its first seat, its newest line."""

    path: str
    seat: int
    newest: int


def _prepare() -> tuple[str, list[Open]]:
    """The link that opens the club, and its games. The first is played to the end; the others wait for scores."""
    from bench.app import create, fill
    from models import db, writing
    from models.access.tokens import write_token
    from models.ledger.keys import Access
    from models.play.start import create_club_with_keys
    from models.sheets.fold import load_sheet
    from rules import RULE_BOOKS
    from samples.games import begin, play
    from samples.kept_rounds import keep_long_round, keep_sixty_tiles

    app, luck = create(), random.Random(1)  # noqa: S311 (scores for show)
    with app.app_context():
        fill(db)
        book = next(book for book in RULE_BOOKS.values() if book.for_tournaments)
        with writing():
            club, key = create_club_with_keys("The bench", {Access.MANAGE: "m"}, KEEPER)
            games = [begin(club, PEOPLE, book, date.today()) for _ in range(GAMES)]
            for number, game in enumerate(games):
                play(game, ROUNDS_PLAYED if number else len(book.options.engines), luck)
            link = f"/k/{write_token(key, str(app.secret_key))}"
            keep_sixty_tiles(games[1], ROUNDS_PLAYED + 1)
            keep_long_round(games[2], ROUNDS_PLAYED + 1)
            sheets = [(game, load_sheet(game)) for game in games]
            found = [Open(f"/games/{game.ref}", sheet.columns[0].seat, sheet.revision) for game, sheet in sheets]
        db.engine.dispose()
    return link, found


@contextmanager
def _serving() -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-m", "bench.serve", str(PORT)])  # noqa: S603 (our own words)
    try:
        for _ in range(100):
            try:
                Browser().send("GET", "/bench/bare")
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait()


def _measure(link: str, games: list[Open]) -> list[PageTimes]:
    game, waiting = games[0].path, games[1:]
    cookie = _log_in(link, game)
    browser = Browser(cookie)
    table = f"{waiting[0].path}/rounds/{ROUNDS_PLAYED + 1}/table"
    review = f"{waiting[1].path}/rounds/{ROUNDS_PLAYED + 1}/table/review"
    moves = first(r"live\?seen=(\d+)", _html(browser, table), 1)
    newest = first(r"seen=(\d+)", _html(browser, game), 1)
    pages = [
        PageTimes(name="bare page", request=lambda: ("GET", "/bench/bare", None)),
        PageTimes(name="reference page", request=lambda: ("GET", "/bench/reference", None)),
        PageTimes(
            name="sheet, 13 rounds, 8 players", request=lambda: ("GET", game, None), beside="reference page", most=2.0
        ),
        PageTimes(
            name="scores page",
            request=lambda: ("GET", f"{waiting[0].path}/rounds/{ROUNDS_PLAYED + 1}", None),
            beside="reference page",
        ),
        PageTimes(
            name="table, 60 tiles, 8 players", request=lambda: ("GET", table, None), beside="reference page", most=3.0
        ),
        PageTimes(
            name="review, move 150 of 300",
            request=lambda: ("GET", f"{review}/150", None),
            beside="reference page",
            most=2.5,
        ),
        PageTimes(
            name="review, move 300 of 300",
            request=lambda: ("GET", f"{review}/300", None),
            beside="reference page",
            most=2.5,
        ),
        PageTimes(
            name="rulings, a question asked", request=lambda: ("GET", QUESTION, None), beside="reference page", most=1.5
        ),
        PageTimes(
            name="rulings, an answer",
            request=lambda: ("GET", "/rulings/last-tile-is-a-double", None),
            beside="reference page",
            most=1.5,
        ),
        PageTimes(
            name="table poll, nothing new",
            request=lambda: ("GET", f"{table}/live?seen={moves}", None),
            beside="bare page",
        ),
        PageTimes(
            name="poll, nothing new",
            request=lambda: ("GET", f"{game}/sheet?seen={newest}", None),
            beside="bare page",
            most=2.5,
        ),
        PageTimes(name="bare insert and commit", request=lambda: ("GET", "/bench/insert", None)),
        PageTimes(
            name="a score entered", request=_scores(browser, waiting[KEPT:]), beside="bare insert and commit", most=3.0
        ),
    ]
    # Ask each page in turn, so that a slow moment of the machine hits all of them alike.
    for number in range(ROUNDS):
        for page in pages:
            method, path, fields = page.request()
            begun = time.perf_counter()
            answer = browser.send(method, path, fields)
            if number >= ROUNDS // 10:
                page.times.append(time.perf_counter() - begun)
            if answer.status not in (200, 204, 303):
                raise RuntimeError(f"{page.name}: {answer.status}")
    for page in pages[:11]:
        print(f"{page.name:32} {_throughput(page, cookie):8.0f} answers a second, {AT_ONCE} browsers")
    return pages


def _log_in(link: str, game: str) -> str:
    """The cookie of a browser that holds the key and has given a name."""
    opened = Browser().send("GET", link)
    browser = Browser(opened.cookie)
    page = browser.send("GET", f"{game}/me")
    browser = Browser(page.cookie)
    said = browser.send("POST", f"{game}/me", tokens_of(_html(browser, f"{game}/me")) | {"name": "Ana"})
    return said.cookie


def _html(browser: Browser, path: str) -> str:
    body = browser.send("GET", path).body
    return gzip.decompress(body).decode() if body[:2] == b"\x1f\x8b" else body.decode()


def _scores(browser: Browser, games: list[Open]) -> Request:
    """Requests that each enter another number for the first seat of the next game's open round."""
    token = tokens_of(_html(browser, f"{games[0].path}/rounds/{ROUNDS_PLAYED + 1}"))["csrf_token"]
    newest = [0] * len(games)
    entered = 0

    def request() -> tuple[str, str, dict[str, str]]:
        nonlocal entered
        number, game = entered % len(games), games[entered % len(games)]
        entered += 1
        fields = {f"hand_{game.seat}-left": str(entered % 90 + 1), f"hand_{game.seat}-seen": str(newest[number])}
        newest[number] = max(newest[number], game.newest) + 1
        once = {"csrf_token": token, "once": f"bench-{entered:020}"}
        return "POST", f"{game.path}/rounds/{ROUNDS_PLAYED + 1}", fields | once

    return request


def _throughput(page: PageTimes, cookie: str) -> float:
    def browse(_: int) -> int:
        browser, answers, until = Browser(cookie), 0, time.perf_counter() + BUSY_SECONDS
        while time.perf_counter() < until:
            browser.send(*page.request())
            answers += 1
        return answers

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(browse, range(AT_ONCE))) / BUSY_SECONDS


def _print(measured: list[PageTimes]) -> bool:
    by_name, kept = {page.name: page for page in measured}, True
    print(f"\n{'':32} {'p50 ms':>8} {'p99 ms':>8}   ratio of p50")
    for page in measured:
        ratio = page.p50 / by_name[page.beside].p50 if page.beside else 0
        kept &= not page.most or ratio <= page.most
        beside = (
            f"{ratio:.2f} of the {page.beside}" + (f", at most {page.most}" if page.most else "") if page.beside else ""
        )
        print(f"{page.name:32} {page.p50 * 1000:8.2f} {page.p99 * 1000:8.2f}   {beside}")
    print("\nEvery promise is kept." if kept else "\nA promise is broken.")
    return kept


if __name__ == "__main__":
    main()
