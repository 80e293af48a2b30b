"""What one stranger with the biggest file can cost: processor time and time under the database's lock, by route.

The files are imported through the page for strangers. Then a phone follows links of every route of their club
and sends every form; the database is restored after each form. Times are multiples of an insert in the same
run.
"""

import argparse
import gc
import io
import json
import math
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from flask import Flask, current_app
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

from app import LIMITS
from commands.door import LONG
from models import db, writing
from models.access.tokens import write_token
from models.files.club_reader import FROM_A_PAGE
from models.files.club_writer import write_club
from models.ledger.clubs import create_club
from models.ledger.games import GameTerms, begin_game
from models.ledger.nights import begin_night
from models.ledger.players import find_or_add_player
from models.play.moves import lay_table, opening_position
from models.play.scores import ScoreEntry, enter_scores
from models.sheets.fold import load_sheet
from proofs.app import create, fill
from proofs.attack.hostile import LONG as LONG_TEXTS
from proofs.page import HtmlForm, addresses_of, forms_of
from proofs.served import HERE, PORT, Browser, serving
from rules import RULE_BOOKS
from rules.scores.left_in_hand import HandLeft
from samples.pens import write
from samples.years import create_club_with_years

# The most of a form in inserts: in all, and under the lock; of a file, and of any form in a club of many years.
MOST, MOST_LOCKED, MOST_LOCKED_OF_FILES, MOST_LOCKED_OF_YEARS = 500, 150, 300, 500
# A page that takes more than this has to be among those that wait for each other.
LONG_SECONDS = 0.25
ADDRESSES_OF_A_ROUTE = 3
INSERTS = 50
# The most games that a file may bring by a page.
MOST_GAMES = FROM_A_PAGE.games
# Routes that cost fewer inserts are not printed.
SHOWN = 15


@dataclass(kw_only=True)
class RouteCost:
    """The cost of one request: processor time and time under the lock, both in seconds, and the number of bytes sent."""

    route: str
    address: str
    sent: int
    processor: float
    locked: float


class Answered(NamedTuple):
    """The cost of a request, the page that came back, and the address that it redirects to."""

    cost: RouteCost
    text: str
    leads: str


class Meter:
    """Measures requests to an app in this process."""

    def __init__(self, app: Flask) -> None:
        self.app, self.locked, self._since = app, 0.0, 0.0
        with app.app_context():
            engine = db.engine
        event.listen(engine, "before_cursor_execute", self._take)
        for ending in ("commit", "rollback"):
            event.listen(engine, ending, self._give)

    def _take(self, _connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            self._since = time.perf_counter()

    def _give(self, _connection: object) -> None:
        if self._since:
            self.locked += time.perf_counter() - self._since
            self._since = 0.0

    def send(
        self, client: FlaskClient, method: str, address: str, fields: Sequence[tuple[str, str]] = (), file: str = ""
    ) -> Answered:
        """Send a request. Raises RuntimeError if the app fails."""
        data: dict[str, object] = dict(fields[::-1])
        if file:
            data["file"] = (io.BytesIO(file.encode()), "club.json")
        kind = "multipart/form-data" if file else None
        self.locked, begun = 0.0, time.process_time()
        answer = client.open(address, method=method, data=data or None, content_type=kind)
        text = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
        processor = time.process_time() - begun
        if answer.status_code >= 500:
            raise RuntimeError(f"{method} {address}: {answer.status_code}")
        size = len(file) or len(urlencode(fields))
        route = f"{method} {self.rule(address, method) or address}"
        cost = RouteCost(route=route, address=address, sent=size, processor=processor, locked=self.locked)
        return Answered(cost, text, answer.headers.get("Location", ""))

    def rule(self, address: str, method: str = "GET") -> str:
        """The URL rule that an address matches; empty if there is none."""
        try:
            rule, _ = self.app.url_map.bind("localhost").match(urlsplit(address).path, method, return_rule=True)
        except (NotFound, MethodNotAllowed, RequestRedirect):
            return ""
        return rule.rule


def file_of_one_night(games: int) -> str:
    """The file of a club with this many games on one night."""
    book = RULE_BOOKS["double-six"]
    with writing():
        club = create_club("One night")
        night = begin_night(club.id, date(2026, 3, 5))
        players = [find_or_add_player(club.id, name) for name in ("Ana", "Ben")]
        for _ in range(games):
            game = begin_game(night, players, GameTerms(book, (6,)), "A")
            seats = [column.seat for column in load_sheet(game).columns]
            hands = (HandLeft(0, is_out=True), HandLeft(3))
            entries = {seat: ScoreEntry(hand, str(hand.pips)) for seat, hand in zip(seats, hands, strict=True)}
            write(game, "A", enter_scores, 1, entries)
        return "".join(write_club(club))


def file_of_one_round(lines: int) -> str:
    """The file of a club that has played one round of this many lines."""
    with writing():
        club = create_club("One round")
        players = [find_or_add_player(club.id, name) for name in ("Ana", "Ben")]
        game = begin_game(
            begin_night(club.id, date(2026, 3, 5)), players, GameTerms(RULE_BOOKS["double-nine"], (9,)), "A"
        )
        sheet = load_sheet(game)
        write(
            game,
            "A",
            lay_table,
            sheet.rounds[0],
            opening_position(sheet, sheet.rounds[0], sheet.rounds[0].seats[0], None),
        )
        facts = json.loads("".join(write_club(club)))
    [kept_round] = facts["nights"][0]["games"][0]["kept"]
    table = kept_round["lines"][0]
    move = {"by": table["by"], "at": table["at"], "kind": "move"}
    kept_round["lines"] += [{**move, "text": f"{'AB'[number % 2]} --"} for number in range(lines - 1)]
    return json.dumps(facts)


class CostWalk:
    """A phone's way through a club: a few links of each route, then every form. The database is restored after each form.

    With `is_hostile`, every form is sent again with each of the long hostile texts in each of its fields.
    """

    def __init__(self, meter: Meter, client: FlaskClient, path: Path, is_hostile: bool = False) -> None:
        self.meter, self.client, self.path, self.is_hostile = meter, client, path, is_hostile
        self.costs: list[RouteCost] = []
        self.known: set[str] = set()
        self.of_route: Counter[str] = Counter()

    def go(self, club: str) -> list[RouteCost]:
        """Walk through a club. Returns all costs."""
        waiting = deque([club])
        forms: dict[str, HtmlForm] = {}
        while waiting:
            address = waiting.popleft()
            page = self._send("GET", address)
            forms |= self._forms_on(page.text, address)
            waiting += [link for link in (*addresses_of(page.text, address), page.leads) if link and self._is_new(link)]
        copy = self.path.with_suffix(".kept")
        _copy(self.path, copy)
        for action, form in forms.items():
            leads = self._send("POST", action, form).leads
            # Things that were thrown away can be put back.
            for address in (leads, f"{club}/bin"):
                for next_action, next_form in self._forms_on(
                    self._send("GET", address).text if address else "", address
                ).items():
                    self._send("POST", next_action, next_form)
            for hostile_form, file in _with_hostile_texts(form) if self.is_hostile else ():
                self._send("POST", action, hostile_form, file)
            _copy(copy, self.path)
        return self.costs

    def _send(self, method: str, address: str, form: HtmlForm | None = None, file: str = "") -> Answered:
        fields = [*form.filled, *form.buttons[:1]] if form else []
        if method == "GET":
            # The first answer of a route compiles its templates.
            self.meter.send(self.client, method, address)
        answered = self.meter.send(self.client, method, address, fields, file)
        self.costs.append(answered.cost)
        return answered

    def _forms_on(self, text: str, address: str) -> dict[str, HtmlForm]:
        """The forms on a page for routes to which no form has been sent yet."""
        forms = [form for form in forms_of(text) if form.method == "post" and "csrf_token" in dict(form.filled)]
        return {form.action or address: form for form in forms if self._is_new(form.action or address, "POST")}

    def _is_new(self, address: str, method: str = "GET") -> bool:
        rule = self.meter.rule(address, method)
        most = ADDRESSES_OF_A_ROUTE if method == "GET" else 1
        is_known = method == "GET" and address in self.known
        if not rule or "/static/" in address or is_known or self.of_route[method + rule] >= most:
            return False
        self.of_route[method + rule] += 1
        self.known |= {address} if method == "GET" else set()
        return True


def _with_hostile_texts(form: HtmlForm) -> Iterator[tuple[HtmlForm, str]]:
    """Copies of the form, each with a long hostile string in one of its fields, paired with the text of a file to upload."""
    for at, field in enumerate(form.fields):
        if field.name in ("csrf_token", "once"):
            continue
        for text in LONG_TEXTS:
            # Nothing that is left open stops a form before its texts are read.
            fields = [
                replace(
                    sibling,
                    value=token_hex()
                    if sibling.name == "once"
                    else sibling.value or next(iter(sibling.choices), sibling.value),
                )
                for sibling in form.fields
            ]
            if field.kind == "file":
                yield replace(form, fields=[sibling for sibling in fields if sibling.kind != "file"]), text
            else:
                fields[at] = replace(field, value=text)
                yield replace(form, fields=fields), ""


def _copy(origin: Path, target: Path) -> None:
    with closing(sqlite3.connect(origin)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def insert_seconds(folder: str) -> float:
    """The seconds that a bare insert takes on the production server."""
    with serving(PORT, HERE, folder):
        browser = Browser()
        return statistics.median(browser.send("GET", "/bench/insert").seconds for _ in range(INSERTS))


def bring(meter: Meter, client: FlaskClient, text: str) -> tuple[list[RouteCost], str]:
    """Import a file as a stranger does. Returns its costs, and the address of the club."""
    form = forms_of(meter.send(client, "GET", "/import").text)[-1]
    sent = meter.send(client, "POST", "/import", form.filled, text)
    preview = meter.send(client, "GET", sent.leads)
    form = forms_of(preview.text)[-1]
    yes = meter.send(client, "POST", form.action or sent.leads, form.filled)
    return [sent.cost, preview.cost, yes.cost], yes.leads


def main() -> int:
    """Print the cost of every route, worst first. Fail if a promise is broken."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=MOST_GAMES, help="the games of the stranger's file")
    parser.add_argument("--nights", type=int, default=2600, help="the nights of the old club")
    parser.add_argument("--texts", action="store_true", help="send every field with every long hostile text, too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "roundhouse.db"
        os.environ |= {"DATABASE_URL": f"sqlite:///{path}", "ROUNDHOUSE_INSTANCE": folder}
        # The walk sends more than a phone may in an hour.
        os.environ |= dict.fromkeys(LIMITS, "1000000")
        app = create()
        meter, client = Meter(app), app.test_client()
        with app.app_context():
            fill(db)
            text, moves = file_of_one_night(options.games), file_of_one_round(FROM_A_PAGE.lines)
            old_link = club_of_years(options.nights)
        unit = insert_seconds(folder)
        # As the server does at its start: a full collection would count against whatever request it fell into.
        gc.freeze()
        print(f"an insert: {unit * 1000:.2f} ms; the file: {options.games} games, {len(text)} bytes")
        costs, club = bring(meter, client, text)
        broken = report("the file of a stranger", costs, unit, Most(MOST_LOCKED_OF_FILES))
        costs = CostWalk(meter, client, path, is_hostile=options.texts).go(club)
        broken += report("their club", costs, unit, Most(MOST_LOCKED, MOST))
        costs, club = bring(meter, client, moves)
        broken += report("the file of one long round", costs, unit, Most(MOST_LOCKED_OF_FILES))
        broken += report("its club", CostWalk(meter, client, path).go(club), unit, Most(MOST_LOCKED, MOST))
        phone = app.test_client()
        costs = CostWalk(meter, phone, path).go(meter.send(phone, "GET", old_link).leads)
        broken += report("a club of many years", costs, unit, Most(MOST_LOCKED_OF_YEARS))
    print("\n".join(["", *broken]) if broken else "\nEvery promise is kept.")
    return 1 if broken else 0


def club_of_years(nights: int) -> str:
    """The link that opens a club that has played on this many nights."""
    with writing():
        _, key = create_club_with_years(nights)
        return f"/k/{write_token(key, current_app.config['SECRET_KEY'])}"


class Most(NamedTuple):
    """The most that a form may cost, in inserts: time under the lock, and processor time."""

    locked: float
    processor: float = math.inf


def report(name: str, costs: Sequence[RouteCost], unit: float, most: Most) -> list[str]:
    """Print the highest cost of each route, in inserts. Returns the promises that are broken."""
    worst: dict[str, RouteCost] = {}
    for cost in sorted(costs, key=lambda cost: cost.processor):
        worst[cost.route] = cost
    print(f"\n{name}: processor, and under the lock, in inserts")
    broken = []
    for cost in sorted(worst.values(), key=lambda cost: -cost.processor):
        method, _ = cost.route.split()
        is_long = LONG[method].search(urlsplit(cost.address).path)
        processor, locked = cost.processor / unit, cost.locked / unit
        if processor >= SHOWN:
            print(f"{processor:8.0f} {locked:8.0f}  {cost.route} ({cost.sent} bytes){' long' if is_long else ''}")
        if locked > most.locked or (method == "POST" and processor > most.processor):
            broken.append(f"{name}: {cost.route} takes too long")
        if cost.processor > LONG_SECONDS and not is_long:
            broken.append(f"{name}: {cost.route} takes long, and the door does not know it")
    return broken


if __name__ == "__main__":
    sys.exit(main())
