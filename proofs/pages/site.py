"""The pages that are measured at one served checkout: their addresses, and how a new line is entered before each."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from proofs.page import first, forms_of, tokens_of
from proofs.pages.games import PLAYED
from proofs.served import Browser, log_in, open_link

QUESTION = "/rulings?rules=double-nine&q=my+last+tile+is+a+double+am+i+out"
_LAST_ROUND = 13

Address = Callable[[int], str]
NextLine = Callable[[int], None]


@dataclass(frozen=True, kw_only=True)
class SitePage:
    """A page: its name, the browser that asks for it, its address, and how somebody else enters a line beforehand.

    The address and the entry depend on a counter, because they move from game to game.
    """

    name: str
    browser: Browser
    address: Address
    next_line: NextLine | None = None


def plain_page(name: str, browser: Browser, address: str) -> SitePage:
    """A page that no line changes."""
    return SitePage(name=name, browser=browser, address=lambda _: address)


class Site:
    """A served checkout with the games of `proofs.pages.games`.

    `port` is where it is served, and `made` is what that module reported about the games.
    """

    def __init__(self, port: int, made: dict[str, Any]) -> None:
        self._port, self._games = port, made["games"]
        self._once = count(1)
        links, game = made["links"], self._games["finished"][0]
        # Another phone enters the lines, over a connection of its own: often another process answers it.
        self.browser, self._other = (log_in(links["club"], game, port) for _ in range(2))
        self._years = open_link(links["years"], port)
        self._years_link = links["years"]
        self.pages = [*self._game_pages(), *self._club_pages(), *(self._standings(*hall) for hall in made["halls"])]

    def _game_pages(self) -> list[SitePage]:
        finished, kept, long, waiting = (self._games[kind] for kind in ("finished", "kept", "long", "waiting"))
        # The last of these are for the polls, which have no news.
        finished, kept = finished[:-1], kept[:-1]
        number, browser = PLAYED + 1, self.browser
        return [
            SitePage(
                name="sheet, 13 rounds, 8 players",
                browser=browser,
                address=lambda at: _of(finished, at),
                next_line=lambda at: self._score(_of(finished, at), _LAST_ROUND),
            ),
            SitePage(
                name="scores page",
                browser=browser,
                address=lambda at: f"{_of(waiting, at % 8)}/rounds/{number}",
                next_line=lambda at: self._score(_of(waiting, at % 8), number),
            ),
            SitePage(
                name="table, 60 tiles, 8 players",
                browser=browser,
                address=lambda at: f"{_of(kept, at)}/rounds/{number}/table",
                next_line=lambda at: self._move(f"{_of(kept, at)}/rounds/{number}/table"),
            ),
            SitePage(
                name="review, move 150 of 300",
                browser=browser,
                address=lambda at: f"{_of(long, at)}/rounds/{number}/table/review/150",
                next_line=lambda at: self._score(_of(long, at), PLAYED),
            ),
        ]

    def _club_pages(self) -> list[SitePage]:
        club = first(r"/clubs/\w+", self._years.send("GET", "/").html)
        overview = self._years.send("GET", club).html
        night, player = first(r"/nights/\w+", overview), first(rf"{club}/players/\w+", overview)
        game = first(r"/games/\w+", self._years.send("GET", night).html)
        other_browser = log_in(self._years_link, game, self._port)

        def next_line(_at: int) -> None:
            self._score(game, 1, other_browser)

        return [
            SitePage(name="night", browser=self._years, address=lambda _: night, next_line=next_line),
            SitePage(name="player", browser=self._years, address=lambda _: player, next_line=next_line),
        ]

    def _standings(self, hall: str, follow: str, tables: list[str]) -> SitePage:
        follower, keepers = open_link(follow, self._port), []
        for link in tables[:6]:
            game = first(r"/games/\w+", open_link(link, self._port).send("GET", "/").html)
            keepers.append((game, log_in(link, game, self._port)))

        def next_line(at: int) -> None:
            game, keeper = keepers[at % len(keepers)]
            self._score(game, 1, keeper)

        return SitePage(
            name=f"standings, {len(tables)} tables", browser=follower, address=lambda _: hall, next_line=next_line
        )

    def _score(self, game: str, number: int, browser: Browser | None = None) -> None:
        """Enter another number for somebody who is not out. Raises RuntimeError if it is refused."""
        browser, address = browser or self._other, f"{game}/rounds/{number}"
        fields = _filled(browser.send("GET", address).html)
        name = next(name for name in fields if name.endswith("-left") and name.replace("left", "out") not in fields)
        fields[name] = str((sum(map(int, fields[name].split("+"))) if fields[name] else 20) % 40 + 11)
        self._send(browser, address, fields)

    def _move(self, table: str) -> None:
        """Draw, or pass if the seat has drawn already. Raises RuntimeError if both are refused."""
        page = self._other.send("GET", table).html
        seen, move = first(r'name="seen" value="(\d+)"', page, 1), first(r'value="(\w \+|\w --)"', page, 1)
        self._send(self._other, table, tokens_of(page) | {"seen": seen, "move": move})

    def _send(self, browser: Browser, address: str, fields: dict[str, str]) -> float:
        answer = browser.send("POST", address, fields | {"once": f"bench-{next(self._once):020}"})
        if answer.status != 303:
            raise RuntimeError(f"{address}: {answer.status} for {fields}: {answer.html[:3000]}")
        return answer.seconds

    def reference_pages(self, bare: str, reference: str, insert: str) -> list[SitePage]:
        """The reference pages, under these names.

        They are measured at the same times as the others, after the same requests.
        """
        waiting = self._games["waiting"]
        return [
            plain_page(bare, self.browser, "/bench/bare"),
            SitePage(
                name=reference,
                browser=self.browser,
                address=lambda _: "/bench/reference",
                next_line=lambda at: self._score(_of(waiting[:8], at), PLAYED + 1),
            ),
            SitePage(
                name=insert,
                browser=self.browser,
                address=lambda _: "/bench/insert",
                next_line=lambda at: self._look_at_scores(_of(waiting[8:], at)),
            ),
        ]

    def _look_at_scores(self, game: str) -> None:
        self._scores_of(game)

    def _scores_of(self, game: str) -> dict[str, str]:
        return _filled(self.browser.send("GET", f"{game}/rounds/{PLAYED + 1}").html)

    def plain_pages(self) -> list[SitePage]:
        """The pages that no line changes: a ruling, and polls with nothing new."""
        finished, kept = self._games["finished"][-1], f"{self._games['kept'][-1]}/rounds/{PLAYED + 1}/table"
        newest = first(r"seen=(\d+)", self.browser.send("GET", finished).html, 1)
        moves = first(r"live\?seen=(\d+)", self.browser.send("GET", kept).html, 1)
        addresses = {
            "rulings, a question asked": QUESTION,
            "rulings, an answer": "/rulings/last-tile-is-a-double",
            "poll, nothing new": f"{finished}/sheet?seen={newest}",
            "table poll, nothing new": f"{kept}/live?seen={moves}",
        }
        return [plain_page(name, self.browser, address) for name, address in addresses.items()]

    def enter_score(self, at: int) -> float:
        """Enter a number for the first seat of a waiting game. Returns the seconds that it took."""
        game = _of(self._games["waiting"][8:], at)
        fields = self._scores_of(game)
        self.browser.send("GET", "/bench/bare")
        name = next(name for name in fields if name.endswith("-left"))
        return self._send(self.browser, f"{game}/rounds/{PLAYED + 1}", fields | {name: str(at % 90 + 1)})


def _filled(page: str) -> dict[str, str]:
    """The current fields of the score form."""
    forms = [dict(form.filled) for form in forms_of(page)]
    return next(fields for fields in forms if any(name.endswith("-left") for name in fields))


def _of(games: list[str], at: int) -> str:
    return games[at % len(games)]
