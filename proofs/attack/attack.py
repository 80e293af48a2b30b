"""Random hostile requests to a club with a season of games, and counts of the answers.

Run it as `python -m proofs.attack.attack --number 20000`. Each request is drawn from the seed and its own
number, but earlier requests have changed the club. To repeat a request, run all requests up to and including
it.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from proofs.attack.attacked import World, attacked, close, make_app
from proofs.attack.browsers import BROWSERS, NOBODY, PAGES, Browsers, Counts, body_of, told
from proofs.attack.hostile import (
    ELSEWHERE,
    HEADERS,
    HOSTS,
    METHODS,
    ODD,
    QUERIES,
    Fields,
    File,
    HostileForm,
    changed_fields,
    changed_json,
    changed_text,
    changed_token,
    hostile,
)

# The weight of each kind of request.
KINDS = {"addresses": 30, "forms": 38, "club files": 8, "records": 8, "tables": 9, "links": 7}
# Read the club's pages after this many requests, and put the club back after this many changes.
LOOK_EVERY, CHANGES = 400, 150
# The largest share of answers that may say "enough for now".
MOST_REFUSED = 0.05
# The last part: the limit for one address an hour, and the number of requests that try to exceed it.
LOW_LIMIT, LAST_PART = 5, 500


class Attack:
    """One attack on a world. `luck` decides what to send; it is seeded anew for every request."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.seed, self.browsers = world, seed, Browsers(world, seed)
        self.rules = sorted((rule for rule in world.app.url_map.iter_rules() if rule.endpoint != "static"), key=str)
        self.posts = [rule for rule in self.rules if "POST" in (rule.methods or ())]
        self.kind = PAGES
        self.tries = {
            "addresses": self.try_address,
            "forms": self.try_form,
            "club files": self.try_file,
            "records": self.try_record,
            "tables": self.try_table,
            "links": self.try_link,
        }

    @property
    def luck(self) -> Random:
        return self.browsers.luck

    def run(self, number: int) -> Counts:
        """Make this many requests, and read the club's pages between them."""
        with self.browsers.hearing():
            self._begin()
            for at in range(number):
                self.browsers.number, self.browsers.luck = at, Random(f"{self.seed} {at}")  # noqa: S311 (what to try)
                self.kind = self.luck.choices(list(KINDS), list(KINDS.values()))[0]
                self.tries[self.kind]()
                is_time = at % LOOK_EVERY == LOOK_EVERY - 1 or self.browsers.changes > CHANGES
                if is_time or at == number - 1:
                    self._look_round()
        return self.browsers.counts

    def _begin(self) -> None:
        """Read every page, and keep the files that will be changed and sent back."""
        self.browsers.begin()
        self.file: dict[str, Any] = json.loads(self._taken("exports.club")[0][1])
        self.records, self.tables = self._taken("records.download"), self._taken("exports.sheet")
        _, self.scores = self.browsers.form_to("manage", f"{self.world.club}/scores", "imports.bring_table")

    def _taken(self, endpoint: str) -> list[tuple[str, str]]:
        """The address and the text of every known file from this endpoint."""
        answers = [(address, self.browsers.get("manage", address)) for address in self.browsers.known[endpoint]]
        return [(address, body_of(answer).decode()) for address, answer in answers if answer is not None]

    def _look_round(self) -> None:
        """Read the pages that may show what was sent. Restore the world after many changes, or if the club is gone."""
        for who in BROWSERS:
            self.browsers.look_round(who, most=100 if who == "manage" else 12)
        club = self.browsers.get("manage", self.world.club)
        if club is None or club.status_code != 200 or self.browsers.changes > CHANGES:
            self.browsers.put_back()

    def hostile(self) -> str:
        return hostile(self.luck, self.browsers.number)

    def fill(self, rule: Rule) -> str:
        """An address that fits this rule. Most of its parts exist; the others are foreign or made up."""
        address, values = rule.rule, self.browsers.values
        for name in sorted(rule.arguments):
            own_values = values.get(rule.rule.split("/")[1] if name == "ref" else name) or ["1"]
            foreign_values = values[self.luck.choice(sorted(values))]
            parts = (self.luck.choice(own_values), self.luck.choice(foreign_values), self.hostile())
            part = self.luck.choices(parts, (80, 8, 12))[0]
            before, after = re.split(rf"<(?:[^<>]+:)?{name}>", address, maxsplit=1)
            address = before + self._quoted(part) + after
        return address

    def _anybody(self) -> str:
        """One of the browsers. The one with the most rights is chosen most often."""
        return self.luck.choice(("manage", *BROWSERS, "manage"))

    def _quoted(self, part: str) -> str:
        if self.luck.random() < 0.03:
            return "%ff%ed%a0%80"
        return quote(part.encode("utf-8", "surrogatepass"), safe=self.luck.choice(("", "/", "/:@[]=,")))

    def _asked(self, address: str) -> str:
        """An address with a query, mostly made of parameters that the page knows."""
        page_names = self.browsers.asks.get(self.browsers.endpoint_of(address))
        names = page_names if page_names and self.luck.random() < 0.6 else QUERIES.split()
        names = self.luck.sample(names, min(len(names), self.luck.choice((1, 2, 3, 9))))
        is_typed = self.luck.random() < 0.5
        query = [(name, HostileForm.typed(self.luck, name) if is_typed else self.hostile()) for name in names]
        if self.luck.random() < 0.3:
            query.append(("back", self.luck.choice(ELSEWHERE)))
        pairs = (f"{name}={self._quoted(value)}" for name, value in query)
        return address + ("&" if "?" in address else "?") + "&".join(pairs)

    def try_address(self) -> None:
        """Try any address with an unexpected query, any method, and headers that no browser sends."""
        asking_rules = [rule for rule in self.rules if rule.endpoint in self.browsers.asks]
        rule = self.luck.choice(asking_rules if self.luck.random() < 0.4 else self.rules)
        addresses = self.browsers.known.get(rule.endpoint)
        address = self.luck.choice(addresses) if addresses and self.luck.random() < 0.6 else self.fill(rule)
        if self.luck.random() < 0.6:
            address = self._asked(address)
        method = self.luck.choices(list(METHODS), list(METHODS.values()))[0]
        headers = {self.luck.choice(HEADERS.split()): self.hostile()} if self.luck.random() < 0.25 else {}
        if "Host" in headers:
            headers["Host"] = self.luck.choice((*HOSTS, self.hostile()))
        if self.luck.random() < 0.2:
            headers["Accept-Encoding"] = "gzip"
        # A browser that sends another cookie would lose its own.
        who = NOBODY if "Cookie" in headers else self._anybody()
        self.browsers.send(who, method, address, headers=headers, kind=self.kind)

    def try_form(self) -> None:
        """Try any form with some fields changed. If a page that shows the form is known, start there."""
        rule = self.luck.choice(self.posts)
        who, page = self.luck.choice(self.browsers.forms.get(rule.endpoint) or [(self.luck.choice(BROWSERS), "")])
        page_form = self.browsers.form_of(who, page, rule.endpoint) if page else None
        address, form = page_form or (self.fill(rule), None)
        fields = form.filled(self.luck) if form else [*self.browsers.tokens_of(who), *self._made_up()]
        if self.luck.random() < 0.85:
            fields = changed_fields(self.luck, fields, self.browsers.number)
        if self.luck.random() < 0.1:
            who = self.luck.choice(BROWSERS)
            fields = self._with(fields, **dict(self.browsers.tokens_of(who)))
        if self.luck.random() < 0.15:
            address = self._asked(address if self.luck.random() < 0.7 else self.fill(rule))
        files = [self._file(self.hostile())] if form and form.has_file else None
        self._send(who, address, fields, files)

    def _made_up(self) -> Fields:
        """Made-up fields, for a form that no page shows at the moment."""
        names = (*HostileForm.NAMES, self.hostile())
        typed = (*HostileForm.TYPED, self.hostile(), self.luck.choice(ODD))
        return [(name, self.luck.choice(typed)) for name in names if self.luck.random() < 0.6]

    def _file(self, text: str) -> File:
        name = self.luck.choice(("club.json",) * 7 + ("", self.hostile()))
        return "file", name, text.encode("utf-8", "surrogatepass")

    @staticmethod
    def _with(fields: Fields, **changes: str) -> Fields:
        return [(name, value) for name, value in fields if name not in changes] + list(changes.items())

    def try_file(self) -> None:
        """Try to import a changed part of the club's file, for the club or as a stranger, and confirm the preview."""
        text = changed_json(self.luck, self._part_of_the_club(), self.browsers.number)
        who, address = self.luck.choice((("manage", f"{self.world.club}/import"), ("none", "/import")))
        self._send(who, address, self.browsers.tokens_of(who), [self._file(text)], says_yes=0.8)

    def _part_of_the_club(self) -> dict[str, Any]:
        """The club's file with one or two of its nights, or sometimes all of them."""
        nights = self.file["nights"]
        if self.luck.random() < 0.95:
            nights = self.luck.sample(nights, self.luck.choice((1, 1, 2)))
        refs = {night["ref"] for night in nights}
        cups = [cup for cup in self.file["tournaments"] if cup["night"] in refs]
        return deepcopy(self.file | {"nights": nights, "tournaments": cups})

    def try_record(self) -> None:
        """Try a changed record of a round, for its own round or for any other."""
        address, text = self.luck.choice(self.records)
        if self.luck.random() < 0.3:
            game = self.luck.choice(self.browsers.known["games.sheet"]).partition("?")[0]
            address = f"{game}/rounds/{self.luck.randint(1, 8)}/table/record"
        who = self.luck.choice(("manage", "manage", "score"))
        form = self._typed_or_sent(self.browsers.tokens_of(who), self._changed(text))
        self._send(who, address.removesuffix(".toml"), *form)

    def try_table(self) -> None:
        """Try a changed table of scores, and confirm the sheet that it makes."""
        names, _, rounds = self.luck.choice(self.tables)[1].partition("\n")
        text = f"{self._changed(names)}\n{rounds}" if self.luck.random() < 0.5 else self._changed(f"{names}\n{rounds}")
        fields = self._with(self.scores.filled(self.luck), **dict(self.browsers.tokens_of("manage")))
        days, books = (str(date.today()), "2026-01-05", "2025-02-03"), ("double-twelve", "double-twelve", "double-nine")
        fields = self._with(fields, day=self.luck.choice(days), rules=self.luck.choice(books))
        if self.luck.random() < 0.15:
            fields = changed_fields(self.luck, fields, self.browsers.number)
        self._send("manage", f"{self.world.club}/scores", *self._typed_or_sent(fields, text), says_yes=0.7)

    def _changed(self, text: str) -> str:
        return changed_text(self.luck, text, self.browsers.number) if self.luck.random() < 0.9 else text

    def _typed_or_sent(self, fields: Fields, text: str) -> tuple[Fields, list[File] | None]:
        if self.luck.random() < 0.5:
            return self._with(fields, text=text), None
        return self._with(fields, text=""), [self._file(text)]

    def try_link(self) -> None:
        """Try a key's link with an error in it, or with half of another link."""
        luck, tokens = self.luck, [link.rpartition("/")[2] for link in self.world.links.values()]
        token = changed_token(luck, luck.choice(tokens), luck.choice(tokens), self.browsers.number)
        address = f"/k/{self._quoted(token)}"
        if luck.random() < 0.2:
            address = f"/k/{''.join(f'%{luck.randrange(256):02x}' for _ in range(28))}"
        if luck.random() < 0.3:
            address += f"?game={self._quoted(luck.choice((self.world.game[7:], self.hostile())))}"
        self.browsers.send(NOBODY, "GET", address, kind=self.kind)

    def _send(self, who: str, address: str, fields: Fields, files: list[File] | None, says_yes: float = 0.3) -> None:
        """Send a form and follow the answer. Sometimes confirm the question it asks, or send the form again."""
        headers = {"HX-Request": "true"} if self.luck.random() < 0.2 else {}
        answer = self.browsers.post(who, address, fields, files, headers, self.kind)
        answer, page = self._follow(who, answer, address)
        is_asked = answer is not None and (self.kind == "forms" or answer.status_code in (200, 409))
        if is_asked and self.luck.random() < says_yes:
            question = self.browsers.form_in(answer, page)
            if question:
                yes_answer = self.browsers.post(who, question[0], question[1].filled(self.luck), kind=self.kind)
                self._follow(who, yes_answer, question[0])
        if self.luck.random() < 0.06:
            fields_again = self.luck.choice((fields, changed_fields(self.luck, fields, self.browsers.number)))
            self._follow(who, self.browsers.post(who, address, fields_again, files, headers, self.kind), address)

    def _follow(self, who: str, answer: TestResponse | None, address: str) -> tuple[TestResponse | None, str]:
        """Follow an answer's redirect. Returns the last page and its address."""
        location = (answer.headers.get("Location") or answer.headers.get("HX-Redirect")) if answer is not None else None
        if not location:
            return answer, address
        self.browsers.changes += 1
        self.browsers.fresh[who].append(location)
        if address.partition("?")[0] == f"{self.world.club}/delete":
            self.browsers.put_back()
            return None, address
        return self.browsers.get(who, location), location


class Crowd:
    """A phone that creates more of everything than one address is allowed to, but must still be able to play."""

    def __init__(self, world: World) -> None:
        self.world, self.browsers = world, Browsers(world, 1)
        self.taken: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        game, cup = (
            {"rules": "double-nine", "players-0": "A", "players-1": "B"},
            {"name": "Cup", "players": "A, B, C, D"},
        )
        self.tries: dict[str, Callable[[], TestResponse | None]] = {
            "clubs": lambda: self._found("none", "/start", "starts.begin", game),
            "tournaments": lambda: self._found("manage", "/start-tournament", "tournaments.set_up", cup),
            "files": self._send_file,
            "wrong links": lambda: self.browsers.get(NOBODY, "/k/wrong-link"),
        }

    def run(self, number: int) -> list[str]:
        """Try everything in turn. Returns the wrong answers in words."""
        with self.browsers.hearing():
            self.browsers.open()
            self.file = body_of(self.browsers.get("manage", f"{self.world.club}/club.json"))
            for at in range(number):
                kind = list(self.tries)[at % len(self.tries)]
                answer = self.tries[kind]()
                if answer is not None:
                    (self.refused if answer.status_code == 429 else self.taken)[kind] += 1
            excesses = (f"{count} {kind} were taken" for kind, count in self.taken.items() if count != LOW_LIMIT)
            refusals = (f"{kind}: answered {status}" for kind, status in self._go_on() if status not in (200, 303))
            return [*excesses, *(f"no {kind} were refused" for kind in self.tries if not self.refused[kind]), *refusals]

    def _found(self, who: str, address: str, endpoint: str, typed: dict[str, str]) -> TestResponse | None:
        if who == "none":
            self.browsers.clients[who] = self.world.app.test_client()
        action, form = self.browsers.form_to(who, address, endpoint)
        return self.browsers.post(who, action, list((dict(form.fields) | form.chosen | typed).items()))

    def _send_file(self) -> TestResponse | None:
        files = [("file", "club.json", self.file)]
        return self.browsers.post("view", "/import", self.browsers.tokens_of("view"), files)

    def _go_on(self) -> list[tuple[str, int]]:
        """Play as usual from the same address. Returns each act and the status of its answer."""
        game, get = self.world.game, self.browsers.get
        answers = {
            "a valid link": get(NOBODY, self.world.links["score"]),
            "the sheet": get("score", game),
            "following": get("view", f"{game}/sheet?seen=0"),
        }
        action, form = self.browsers.form_to("score", f"{game}/rounds/5", "scores.enter")
        first = next(name for name, _ in form.fields if name.endswith("-left"))
        seat = first.removeprefix("hand_").removesuffix("-left")
        fields = [(name, "60" if name == first else value) for name, value in form.fields]
        # This phone says whose it is, and enters somebody else's score.
        fields.append(("agreed", f"another:{seat}"))
        answers["a score"] = self.browsers.post("score", action, fields)
        return [(act, answer.status_code if answer else 0) for act, answer in answers.items()]


def attack(world: World, number: int, seed: int) -> Counts:
    """Send this many hostile requests to a world."""
    return Attack(world, seed).run(number)


def press(world: World, number: int = LAST_PART) -> tuple[Counts, list[str]]:
    """Make this many requests to an app with low limits, so that they exceed the limits.

    Returns the counts and the wrong answers in words.
    """
    world.put_back()
    app = make_app(world.store.address, LOW_LIMIT)
    crowd = Crowd(replace(world, app=app))
    try:
        return crowd.browsers.counts, crowd.run(number)
    finally:
        close(app)


def main() -> int:
    """Attack, print the results, and return 1 if any answer was wrong."""
    parser = argparse.ArgumentParser(prog="python -m proofs.attack.attack")
    parser.add_argument("--number", type=int, default=20_000, help="how many requests")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same requests")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, attacked(Path(folder), options.database) as world:
        begun = time.perf_counter()
        counts = attack(world, options.number, options.seed)
        seconds = time.perf_counter() - begun
        pressed, wrong = press(world)
    print(counts.table((PAGES, *KINDS)))
    print(
        f"{options.number} requests, {counts.answers.total()} answers in {seconds:.0f} s; put back {counts.put_back} times; "
        f"{counts.refused:.1%} were 429, at most {MOST_REFUSED:.0%}; {counts.shown} showed a marker as text"
    )
    print(f"The slowest answer took {counts.slowest[0]:.2f} s: {counts.slowest[1][:160]}")
    print(f"The last part: {pressed.answers.total()} answers, {pressed.refused:.0%} of them 429.", *wrong, sep="\n  ")
    print(told(counts.faults + pressed.faults, options.seed))
    return int(bool(counts.faults or pressed.faults or wrong) or counts.refused > MOST_REFUSED)


if __name__ == "__main__":
    sys.exit(main())
