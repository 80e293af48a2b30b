"""The cost of history pages with ten thousand nights, compared with ten."""

import os
import re
import statistics
import sys
import tempfile
import time
from datetime import date
from typing import NamedTuple
from urllib.parse import quote

from proofs.page import first
from proofs.served import Browser, log_in, serving
from samples.cast import PEOPLE

FEW, MANY = 10, 10_000
ROUNDS = 150
MOST = 1.4


class HistoryPage(NamedTuple):
    """An address, and the browser that asks for it."""

    address: str
    browser: Browser


def main() -> None:
    """Make a club with few nights and one with many, and measure their pages in turn. Fail if a page slows down too much."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROUNDHOUSE_INSTANCE"] = folder
        os.environ.pop("DATABASE_URL", None)
        links = _prepare()
        with serving():
            few, many = (_pages(*links[number]) for number in (FEW, MANY))
            times = _measure([*few.values(), *many.values()])
    is_kept = True
    for name in few:
        less, more = (statistics.median(times[pages[name]]) for pages in (few, many))
        is_kept &= more / less <= MOST
        print(
            f"{name:36} {less * 1000:7.2f} ms with {FEW} nights, {more * 1000:7.2f} ms with {MANY}: {more / less:.2f}"
        )
    print(f"\nEvery page takes at most {MOST} times as long." if is_kept else "\nA promise is broken.")
    sys.exit(0 if is_kept else 1)


def _prepare() -> dict[int, tuple[str, str]]:
    """Make both clubs. Returns, by number of nights, the link that opens each club and the address of its newest game."""
    from sqlalchemy import select

    from models import db, writing
    from models.access.tokens import write_token
    from models.ledger.games import Game
    from proofs.app import create, fill
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


def _pages(link: str, game: str) -> dict[str, HistoryPage]:
    """A club's pages by name, each with the browser that asks for it."""
    browser = log_in(link, game)
    club = first(r"/clubs/\w+", browser.send("GET", "/").html)
    overview = browser.send("GET", club).html
    players = re.findall(rf'href="({club}/players/\w+)', overview)
    night = first(r"/nights/\w+", overview)
    ref = players[0].rpartition("/")[2]
    addresses = {
        "club": club,
        "nights": f"{club}/nights",
        "nights with a player": f"{club}/nights?player={ref}",
        "nights with words": f"{club}/nights?words=" + quote("boneyard cat"),
        "nights with a player's name": f"{club}/nights?words=" + quote(f"{PEOPLE[0]} christmas"),
        "nights with a name of nobody": f"{club}/nights?words=nobody",
        "a night": night,
        "a player": players[0],
        "a player, some months": f"{players[0]}?first=2001-03&last={date.today():%Y-%m}",
        "a player's rating, the last year": f"{players[0]}/rating?first={date.today().year}-{date.today().month:02}",
        "statistics": f"{club}/statistics",
        "statistics, this year": f"{club}/statistics?first={date.today().year}-01&last={date.today().year}-12",
        "games won by a player": f"{club}/games?player={ref}&won=1",
    }
    return {name: HistoryPage(path, browser) for name, path in addresses.items()}


def _measure(pages: list[HistoryPage]) -> dict[HistoryPage, list[float]]:
    """Ask for the pages in turn. Returns how many seconds each answer took, by page."""
    times: dict[HistoryPage, list[float]] = {page: [] for page in pages}
    for number in range(ROUNDS):
        for page in pages:
            answer = page.browser.send("GET", page.address)
            if number >= ROUNDS // 10:
                times[page].append(answer.seconds)
            if answer.status != 200:
                raise RuntimeError(f"{page.address}: {answer.status}")
    return times


if __name__ == "__main__":
    main()
