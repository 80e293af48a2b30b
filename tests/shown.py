"""The facts on a club's pages, to compare the pages of two versions.

They hold only entries and their results: no buttons, no advice, and nothing that a newer version may word differently.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from tests.phone import Phone

Facts = dict[str, Any]
# Elements without an end tag; and elements whose text is not content of the page.
EMPTY = {"br", "circle", "hr", "img", "input", "link", "meta", "path", "rect"}
SILENT = {"button", "form", "script", "style", "svg"}


@dataclass
class PagePart:
    """An element of a page."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list["PagePart | str"] = field(default_factory=list)

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        """The text of the element, with single spaces."""
        return " ".join("".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for part in self.inside:
            if isinstance(part, str):
                yield part
            elif part.name not in SILENT and not {"vh", "actions"} & set(part.classes):
                yield " "
                yield from part._words()
                yield " "

    def every(self, name: str, kind: str = "") -> Iterator["PagePart"]:
        """Each element inside with this name, and with this class if one is given."""
        for part in self.inside:
            if isinstance(part, PagePart):
                if part.name == name and (not kind or kind in part.classes):
                    yield part
                yield from part.every(name, kind)

    def rows(self) -> list[str]:
        """The rows of a table, cell by cell. Places end in a period, as they did up to 0.7.0."""
        cells = ([cell.text for cell in row.inside if isinstance(cell, PagePart)] for row in self.every("tr"))
        rows = [" | ".join(row) for row in cells]
        return [re.sub(r"(?<=\| )\d+", r"\g<0>.", row) if row.startswith("Place | ") else row for row in rows]


class Page(HTMLParser):
    """A page parsed into its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.whole = PagePart("page")
        self._open = [self.whole]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        part = PagePart(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(part)
        if tag not in EMPTY:
            self._open.append(part)

    def handle_endtag(self, tag: str) -> None:
        if tag in [part.name for part in self._open[1:]]:
            while self._open.pop().name != tag:
                pass

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].inside.append(PagePart(tag))

    def handle_data(self, data: str) -> None:
        self._open[-1].inside.append(data)


def look(phone: Phone, address: str) -> PagePart | None:
    """The main part of the page at this address, or None if there is no such page."""
    answer = phone.open(address)
    return next(Page(answer.text).whole.every("main")) if answer.status_code == 200 else None


def addresses(text: str, kind: str) -> list[str]:
    """The addresses of this kind on a page, each once, in order."""
    return list(dict.fromkeys(re.findall(rf"/{kind}/\w+", text)))


def told_in(page: PagePart | None) -> list[str]:
    """The lines of a log, the oldest first. A list within an entry counts as part of that entry."""
    lists = [log for tag in ("ol", "ul") for log in page.every(tag, "log")] if page else []
    entries = [entry for log in lists[:1] for entry in log.inside if isinstance(entry, PagePart)]
    return [entry.text for entry in reversed(entries)]


def show_sheet(phone: Phone, game: str) -> Facts:
    """A game's sheet: its table row by row, and the sentences about it."""
    page = look(phone, game)
    assert page is not None, game
    table = next(table for box in page.every("div", "sheet") for table in box.every("table"))
    verdicts = [now for now in page.every("section", "now") if any(now.every("p", "verdict"))]
    over = [paragraph.text for now in verdicts for paragraph in now.every("p")]
    # The explanation of a star, and the hint that scores can be tapped, are not facts.
    notes = [note.text for note in page.every("p", "note") if not note.text.startswith(("*", "Wrong score?"))]
    # Older versions did not say at the table how its tie was decided.
    broken = r"The tie was broken in favor of .*\."
    says = [re.sub(broken, "In a tournament the referee decides.", words) for words in over + notes]
    return {"sheet": table.rows(), "says": says}


def show_game(phone: Phone, game: str, rounds: range) -> Facts:
    """A game's sheet, its log, its spreadsheet, and those of these rounds whose moves were entered."""
    facts = show_sheet(phone, game) | {"log": told_in(look(phone, f"{game}/log"))}
    table = phone.open(f"{game}/sheet.csv")
    if table.status_code == 200:
        facts["csv"] = [" | ".join(row) for row in csv.reader(io.StringIO(table.text.lstrip("\ufeff")))]
    kept = {str(number): show_kept(phone, f"{game}/rounds/{number}/table") for number in rounds}
    return facts | {"kept": {number: shown for number, shown in kept.items() if shown}}


def show_kept(phone: Phone, table: str) -> Facts:
    """A tracked round: its lines, its record, and its table as shown in the form for entering it by hand."""
    moves = told_in(look(phone, f"{table}/moves"))
    if moves in ([], ["Nothing yet."]):
        return {}
    record = phone.open(f"{table}/record.toml")
    if record.status_code != 200:
        return {"moves": moves}
    phone.open(f"{table}/by-hand")
    fields = {name: value for name, value in phone.fields.items() if name not in ("csrf_token", "once", "text", "seen")}
    return {"moves": moves, "record": record.text.splitlines(), "table": dict(sorted(fields.items()))}


def show_night(phone: Phone, night: str) -> Facts:
    """A night: its games, standings and notes."""
    page = look(phone, night)
    assert page is not None, night
    return {
        "games": addresses(phone.page.text, "games"),
        "stands": [row for table in page.every("table") for row in table.rows()],
        "notes": [note.text for note in page.every("blockquote")],
    }


def show_player(phone: Phone, player: str) -> Facts:
    """A player's figures, from games played to the rating, and the results against each player met."""
    page = look(phone, player)
    assert page is not None, player
    tables = [table.rows() for table in page.every("table")]
    met = [row for table in tables if table[0].startswith("With") for row in table[1:]]
    return {"figures": " | ".join(figure.text for figure in page.every("dd")), "met": met}


def show_tournament(phone: Phone, hall: str) -> Facts:
    """A tournament: its next step, its tables, its places, and the referee's log."""
    page = look(phone, hall)
    assert page is not None, hall
    facts: Facts = {
        "now": [paragraph.text for now in page.every("section", "now") for paragraph in now.every("p")],
        "tables": [card.text for cards in page.every("ul", "hall") for card in cards.every("li")],
        "games": addresses(phone.page.text, "games"),
    }
    places = csv.reader(io.StringIO(phone.open(f"{hall}/places.csv").text.lstrip("\ufeff")))
    facts["places"] = [" | ".join(row) for row in places]
    return facts | {"log": told_in(look(phone, f"{hall}/log"))}


def show_club(phone: Phone, club: str) -> Facts:
    """A club's pages, without its games."""
    page = look(phone, club)
    assert page is not None, club
    nights = [link for link in page.every("a") if link.attributes["href"].startswith("/nights/")]
    players = [player.text for people in page.every("ul", "people") for player in people.every("li")]
    facts: Facts = {
        "name": next(page.every("h1")).text,
        "nights": [re.sub(r"(\d{4}) .*", r"\1", link.text) for link in nights],
        "players": sorted(players),
    }
    keys = look(phone, f"{club}/keys")
    held = [key for key_list in keys.every("ul", "held-keys") for key in key_list.every("li")] if keys else []
    held += keys.every("li", "revoked") if keys else []
    facts["keys"] = [" | ".join(part.text for name in ("b", "small") for part in key.every(name)) for key in held]
    rules = look(phone, f"{club}/house-rules")
    links = [link for sets in rules.every("ul", "rule-books") for link in sets.every("a")] if rules else []
    made = [link for link in links if "button" not in link.classes]
    facts["house rules"] = [f"{link.text}: {link.attributes['href']}" for link in made]
    halls = look(phone, f"{club}/tournaments")
    facts["tournaments"] = addresses(phone.page.text, "tournaments") if halls else []
    return facts
