"""The cost of history pages with ten thousand nights, beside their cost with ten."""

import os
import re
import sys
import tempfile
import time
from datetime import date
from urllib.parse import quote

from bench.__main__ import Browser, PageTimes, _html, _log_in, _print, _serving
from bench.page import first
from samples.cast import PEOPLE

FEW, MANY = 10, 10_000
ROUNDS = 150
MOST = 2.0


def main() -> None:
    """Make both clubs, serve them and measure their pages in turn. Fail if a page grows with the years."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROUNDHOUSE_INSTANCE"] = folder
        os.environ.pop("DATABASE_URL", None)
        links = _prepare()
        with _serving():
            found = [page for number in (FEW, MANY) for page in _pages(number, *links[number])]
            _measure(found)
    sys.exit(0 if _print([page for page, _ in found]) else 1)


def _prepare() -> dict[int, tuple[str, str]]:
    """The link that opens each club, and the address of its newest game."""
    from sqlalchemy import select

    from bench.app import create, fill
    from models import db, writing
    from models.access.tokens import write_token
    from models.ledger.games import Game
    from samples.years import create_club_with_years

    app, links = create(), {}
    with app.app_context():
        fill(db)
        for number in (FEW, MANY):
            begun = time.perf_counter()
            with writing():
                club, key = create_club_with_years(number)
                token = write_token(key, str(app.secret_key))
                newest = select(Game.ref).where(Game.club_id == club.id).order_by(Game.id.desc()).limit(1)
                links[number] = f"/k/{token}", f"/games/{db.session.scalar(newest)}"
            print(f"{number} nights made in {time.perf_counter() - begun:.1f} s")
        db.session.remove()
        db.engine.dispose()
    return links


def _pages(number: int, link: str, game: str) -> list[tuple[PageTimes, Browser]]:
    """A club's pages, each with the browser that asks for it."""
    cookie = _log_in(link, game)
    browser = Browser(cookie)
    club = first(r"/clubs/\w+", _html(browser, "/"))
    players = re.findall(rf'href="({club}/players/\w+)', _html(browser, club))
    night = first(r"/nights/\w+", _html(browser, club))
    ref = players[0].rpartition("/")[2]
    found = {
        "club": club,
        "nights": f"{club}/nights",
        "nights with a player": f"{club}/nights?player={ref}",
        "nights with words": f"{club}/nights?words=" + quote("boneyard cat"),
        "nights with a player's name": f"{club}/nights?words=" + quote(f"{PEOPLE[0]} long"),
        "nights with a name of nobody": f"{club}/nights?words=nobody",
        "a night": night,
        "a player": players[0],
        "a player, some months": f"{players[0]}?first=2001-03&last={date.today():%Y-%m}",
        "a player's rating, the last year": f"{players[0]}/rating?first={date.today().year}-{date.today().month:02}",
        "statistics": f"{club}/statistics",
        "statistics, this year": f"{club}/statistics?first={date.today().year}-01&last={date.today().year}-12",
        "games won by a player": f"{club}/games?player={ref}&won=1",
    }
    beside = number == MANY
    return [
        (_page(f"{name}, {number}", path, f"{name}, {FEW}" if beside else ""), browser) for name, path in found.items()
    ]


def _page(name: str, path: str, beside: str) -> PageTimes:
    return PageTimes(name=name, request=lambda: ("GET", path, None), beside=beside, most=MOST if beside else 0.0)


def _measure(pages: list[tuple[PageTimes, Browser]]) -> None:
    for number in range(ROUNDS):
        for page, browser in pages:
            begun = time.perf_counter()
            answer = browser.send(*page.request())
            if number >= ROUNDS // 10:
                page.times.append(time.perf_counter() - begun)
            if answer.status != 200:
                raise RuntimeError(f"{page.name}: {answer.status}")


if __name__ == "__main__":
    main()
