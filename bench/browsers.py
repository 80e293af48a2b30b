"""Browsers of five kinds at work on a club: what they know of its pages, what they send, and what may not have been answered."""

import logging
import re
import traceback
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import unquote_to_bytes, urlsplit

from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from bench.attacked import AS_SENT, World
from bench.hostile import BOUNDARY, Fields, File, HtmlForm, Page, body_of, faults_of, multipart, urlencoded

BROWSERS = ("manage", "score", "view", "table", "none")
# A browser without any cookie, for one request.
NOBODY = "nobody"
PAGES = "pages"
MOST_KNOWN = 40
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Fault:
    """Something that no answer may be, the request, and where in the code."""

    kind: str
    number: int
    what: str
    request: str
    where: str


@dataclass
class Counts:
    """Answers by kind of request and status, and the faults among them."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    put_back: int = 0

    @property
    def refused(self) -> float:
        """The share of answers that said that it is enough for now."""
        return sum(count for (_, status), count in self.answers.items() if status == 429) / max(1, self.answers.total())


class Heard(logging.Handler):
    """What the app writes into its log about faults: where in our code the last was raised, and what."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep where it was; what is no fault is passed over."""
        args = record.args if isinstance(record.args, tuple) else ()
        error = record.exc_info[1] if record.exc_info else next(iter(args), None)
        if isinstance(error, BaseException):
            self.last = place_of(error)


def place_of(error: BaseException) -> str:
    """The files and lines of ours through which something was raised, and what it was."""
    paths = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    ours = [(path.relative_to(ROOT), line) for path, line in paths if path.is_relative_to(ROOT)]
    at = [f"{path}:{line}" for path, line in ours if path.parts[0] not in ("bench", ".venv")]
    return f"{' > '.join(at[-4:])} {type(error).__name__}: {' '.join(str(error).split())[:200]}"


class Browsers:
    """The browsers, and what they have learned: addresses by endpoint, what their parts may be, which page has which form."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.counts, self.heard = world, Counts(), Heard()
        self.luck = Random(seed)  # noqa: S311 (requests to try)
        self.number, self.changes = 0, 0
        self.known: dict[str, list[str]] = defaultdict(list)
        self.values: dict[str, list[str]] = defaultdict(list)
        self.forms: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._adapter = world.app.url_map.bind("localhost")

    def begin(self) -> None:
        """Open all links, and read everything."""
        self.open()
        for who in BROWSERS:
            self.look_round(who, each=2 if who == "manage" else 1)
        self._learned = deepcopy((self.known, self.values, self.forms))

    def open(self) -> None:
        """New cookies; who manages and who scores has said a name, the others have not."""
        self.clients = {who: self.world.app.test_client() for who in BROWSERS}
        self.tokens: dict[str, str] = {}
        self.fresh: dict[str, list[str]] = defaultdict(list)
        self.changes = 0
        for who, link in self.world.links.items():
            self.get(who, link)
        for who, name in (("manage", "Ana"), ("score", "Ben")):
            self.post(who, f"{self.world.game}/me", [*self.tokens_of(who), ("name", name)])

    def put_back(self) -> None:
        """The world as it was, and browsers that know no more than that."""
        self.counts.put_back += 1
        self.world.put_back()
        self.known, self.values, self.forms = deepcopy(self._learned)
        self.open()

    def tokens_of(self, who: str) -> Fields:
        """What every form of this browser has in it, fetched from a page now and then; each form has a key of its own."""
        if who not in self.tokens or self.luck.random() < 0.02:
            page = self.get(who, "/start")
            found = re.search(r'name="csrf_token" value="([^"]+)"', page.text if page else "")
            self.tokens[who] = found[1] if found else ""
        return [("csrf_token", self.tokens[who]), ("once", f"attack-{self.luck.getrandbits(100):026x}")]

    def get(self, who: str, address: str) -> TestResponse | None:
        """A page."""
        return self.send(who, "GET", address)

    def post(
        self, who: str, address: str, fields: Sequence[tuple[str, str]], files: Sequence[File] | None = None, **how: str
    ) -> TestResponse | None:
        """A form; with files, even none, it is sent in parts."""
        if files is None:
            return self.send(who, "POST", address, urlencoded(fields), "application/x-www-form-urlencoded", **how)
        content = f"multipart/form-data; boundary={BOUNDARY}"
        return self.send(who, "POST", address, multipart(fields, files), content, **how)

    def send(
        self,
        who: str,
        method: str,
        address: str,
        body: bytes = b"",
        content: str | None = None,
        headers: Mapping[str, str] | None = None,
        kind: str = PAGES,
    ) -> TestResponse | None:
        """A request as it is, counted, and its answer looked at; nothing where no answer came."""
        sent = _environ(address, headers or {})
        told = f"{who}: {method} {address[:200]} {dict(headers or {}) or ''} {body[:400] or ''}"
        client = self.clients.get(who) or self.world.app.test_client()
        self.heard.last = ""
        try:
            answer = client.open(
                "/", method=method, data=body, content_type=content, environ_base={AS_SENT: sent}, buffered=True
            )
        except Exception as error:
            self.counts.faults.append(Fault(kind, self.number, "no answer", told, place_of(error)))
            return None
        self.counts.answers[kind, answer.status_code] += 1
        found = faults_of(answer)
        self.counts.faults += [Fault(kind, self.number, what, told, self.heard.last) for what in found]
        return answer

    def look_round(self, who: str, each: int = 1, most: int = 300) -> None:
        """Read the first page and what was new lately, and on from there: so many pages of each kind."""
        waiting, seen, taken = ["/", *self.fresh.pop(who, [])], set(), Counter[str]()
        while waiting and len(seen) < most:
            address = waiting.pop(self.luck.randrange(len(waiting)))
            endpoint = self.endpoint_of(address)
            if address in seen or endpoint in ("", "static", "keys.open") or taken[endpoint] >= each:
                continue
            seen.add(address)
            taken[endpoint] += 1
            answer = self.get(who, address)
            if answer is not None and answer.status_code == 303:
                waiting.append(answer.location)
            elif answer is not None and answer.status_code == 200:
                waiting += self._learn(who, address, endpoint, answer)

    def _learn(self, who: str, address: str, endpoint: str, answer: TestResponse) -> list[str]:
        """Take in where a page is and which forms it has; the addresses to which it links."""
        _add(self.known[endpoint], address)
        page = Page(body_of(answer).decode("utf-8", "replace")) if answer.mimetype == "text/html" else Page("")
        for form in page.forms:
            to = self.endpoint_of(form.action or address, "POST") if form.is_post else ""
            if to:
                _add(self.forms[to], (who, address))
        return [link.partition("#")[0] for link in page.links]

    def endpoint_of(self, address: str, method: str = "GET") -> str:
        """Where an address leads, and nothing where there is no such page; its parts are taken in."""
        try:
            rule, values = self._adapter.match(urlsplit(address).path, method=method, return_rule=True)
        except (HTTPException, ValueError):
            return ""
        for name, value in values.items():
            _add(self.values[rule.rule.split("/")[1] if name == "ref" else name], str(value))
        return rule.endpoint

    def form_of(self, who: str, address: str, endpoint: str = "") -> tuple[str, HtmlForm] | None:
        """One of the forms of a page that lead to this endpoint, and its address."""
        answer = self.get(who, address)
        return self.form_in(answer, address, endpoint) if answer is not None else None

    def form_in(self, answer: TestResponse, address: str, endpoint: str = "") -> tuple[str, HtmlForm] | None:
        """One of the forms in an answer, and its address."""
        if answer.mimetype != "text/html":
            return None
        forms = [form for form in Page(body_of(answer).decode("utf-8", "replace")).forms if form.is_post]
        if endpoint:
            forms = [form for form in forms if self.endpoint_of(form.action or address, "POST") == endpoint]
        form = self.luck.choice(forms) if forms else None
        return (form.action or address, form) if form else None


def _environ(address: str, headers: Mapping[str, str]) -> dict[str, str]:
    """What the server would say of a request: the bytes of its address and of its headers."""
    path, _, query = address.encode("utf-8", "surrogatepass").partition(b"?")
    sent = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query.decode("latin-1")}
    for name, value in headers.items():
        plain = re.sub(r"[\r\n\x00]", "", value).encode("utf-8", "surrogatepass")
        sent[f"HTTP_{name.upper().replace('-', '_')}"] = plain.decode("latin-1")
    return sent


def _add[T](found: list[T], one: T) -> None: ...
