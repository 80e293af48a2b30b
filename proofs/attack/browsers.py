"""Five kinds of browsers at work on a club: the pages they know, the forms they send, and the faults in the answers."""

import gzip
import logging
import re
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, unquote, unquote_to_bytes, urlsplit

from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from proofs.attack.attacked import AS_SENT, World
from proofs.attack.hostile import BOUNDARY, Fields, File, HostileForm, HostilePage, multipart, urlencoded

BROWSERS = ("manage", "score", "view", "table", "none")
# A browser without any cookie, for one request.
NOBODY = "nobody"
PAGES = "pages"
MOST_KNOWN = 40
SHOWN = b"&lt;zq7"
# The most faults to show.
MOST_SHOWN = 20
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A fault in an answer, with the request and the place in the code."""

    kind: str
    number: int
    what: str
    request: str
    where: str


@dataclass(kw_only=True)
class Counts:
    """The number of answers by kind of request and status, their faults, and how many showed a marker as harmless text.

    `slowest` is the time of the slowest answer in seconds, with its request.
    """

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    put_back: int = 0
    shown: int = 0
    slowest: tuple[float, str] = (0.0, "")

    @property
    def refused(self) -> float:
        """The share of answers that said "enough for now"."""
        return sum(count for (_, status), count in self.answers.items() if status == 429) / max(1, self.answers.total())

    def table(self, kinds: Sequence[str]) -> str:
        """The number of answers of each status, with a column for each kind of request."""
        lines = ["status  " + "".join(f"{kind:>12}" for kind in kinds)]
        for status in sorted({status for _, status in self.answers}):
            lines.append(f"{status:<8}" + "".join(f"{self.answers[kind, status] or '':>12}" for kind in kinds))
        return "\n".join(lines)


def told(faults: Sequence[Fault], seed: int) -> str:
    """The faults in words: the first of each kind, and how many of that kind there are."""
    groups: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.what.partition(":")[0], fault.where), []).append(fault)
    lines = [f"{len(faults)} faults of {len(groups)} kinds." if faults else "No faults."]
    for first, *repeats in list(groups.values())[:MOST_SHOWN]:
        lines.append(f"\n{len(repeats) + 1} times: {first.what}\n  {first.where}")
        lines.append(f"  {first.kind}, seed {seed}, number {first.number}\n  {first.request}")
    return "\n".join(lines)


class Heard(logging.Handler):
    """A log handler that keeps the last fault that the app logged: its place in our code, and its message."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Note the place of the error, if the record has an error."""
        args = record.args if isinstance(record.args, tuple) else ()
        error = record.exc_info[1] if record.exc_info else next(iter(args), None)
        if isinstance(error, BaseException):
            self.last = place_of(error)


def place_of(error: BaseException) -> str:
    """The lines of our files that an error passed through, with its type and its message."""
    paths = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    places = [(path.relative_to(ROOT), line) for path, line in paths if path.is_relative_to(ROOT)]
    spots = [f"{path}:{line}" for path, line in places if path.parts[0] not in ("proofs", ".venv")]
    return f"{' > '.join(spots[-4:])} {type(error).__name__}: {' '.join(str(error).split())[:200]}"


class Browsers:
    """The browsers and what they have learned: addresses, values for parts of addresses, query names, and pages with forms."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.counts, self.heard = world, Counts(), Heard()
        self.luck = Random(seed)  # noqa: S311 (requests to try)
        self.number, self.changes = 0, 0
        self.known: dict[str, list[str]] = defaultdict(list)
        self.values: dict[str, list[str]] = defaultdict(list)
        self.forms: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.asks: dict[str, list[str]] = defaultdict(list)
        self._adapter = world.app.url_map.bind("localhost")

    @contextmanager
    def hearing(self) -> Iterator[None]:
        """Send the app's log only to `heard` until the block ends."""
        log = self.world.app.logger
        handlers, log.handlers, log.propagate = log.handlers, [self.heard], False
        try:
            yield
        finally:
            log.handlers, log.propagate = handlers, True

    def begin(self) -> None:
        """Open all links and read every page."""
        self.open()
        for who in BROWSERS:
            self.look_round(who, self.world.pages if who in ("manage", "score", "table") else ())
        self._learned = deepcopy((self.known, self.values, self.forms))

    def open(self) -> None:
        """Start with new cookies. Only the browsers that manage or score have given a name."""
        self.clients = {who: self.world.app.test_client() for who in BROWSERS}
        self.tokens: dict[str, str] = {}
        self.fresh: dict[str, list[str]] = defaultdict(list)
        self.changes = 0
        for who, link in self.world.links.items():
            self.get(who, link)
        for who, name in (("manage", "Ana"), ("score", "Ben")):
            self.post(who, f"{self.world.game}/me", [*self.tokens_of(who), ("name", name)])

    def put_back(self) -> None:
        """Restore the world, and let the browsers forget what they have learned since."""
        self.counts.put_back += 1
        self.world.put_back()
        self.known, self.values, self.forms = deepcopy(self._learned)
        self.open()

    def tokens_of(self, who: str) -> Fields:
        """The tokens for this browser's next form: one fetched from a page now and then, and a new `once`."""
        if who not in self.tokens or self.luck.random() < 0.02:
            page = self.get(who, "/import")
            token = re.search(r'name="csrf_token" value="([^"]+)"', page.text if page else "")
            self.tokens[who] = token[1] if token else ""
        return [("csrf_token", self.tokens[who]), ("once", f"attack-{self.luck.getrandbits(100):026x}")]

    def get(self, who: str, address: str) -> TestResponse | None:
        """The answer to a GET."""
        return self.send(who, "GET", address)

    def post(
        self,
        who: str,
        address: str,
        fields: Sequence[tuple[str, str]],
        files: Sequence[File] | None = None,
        headers: Mapping[str, str] | None = None,
        kind: str = PAGES,
    ) -> TestResponse | None:
        """The answer to a form. With files, even an empty list, it is sent as multipart."""
        body, content = urlencoded(fields), "application/x-www-form-urlencoded"
        if files is not None:
            body, content = multipart(fields, files), f"multipart/form-data; boundary={BOUNDARY}"
        return self.send(who, "POST", address, body, content, headers, kind)

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
        """The answer to a request sent as it is, counted and checked. None if no answer came."""
        request = f"{who}: {method} {address[:200]} {dict(headers or {})} {body[:400]!r}"
        client = self.clients.get(who) or self.world.app.test_client()
        environ = {AS_SENT: _environ(address, headers or {})}
        self.heard.last, begun = "", time.perf_counter()
        try:
            answer = client.open(
                "/", method=method, data=body, content_type=content, environ_base=environ, buffered=True
            )
        except Exception as error:
            self.counts.answers[kind, 500] += 1
            self.counts.faults.append(
                Fault(
                    kind=kind, number=self.number, what="no answer but a fault", request=request, where=place_of(error)
                )
            )
            return None
        self.counts.slowest = max(self.counts.slowest, (time.perf_counter() - begun, f"{self.number} {request}"))
        self.counts.answers[kind, answer.status_code] += 1
        self.counts.shown += SHOWN in body_of(answer)
        for fault in faults_of(answer):
            where = self.heard.last or f"on the page {self.endpoint_of(address, method)}"
            self.counts.faults.append(Fault(kind=kind, number=self.number, what=fault, request=request, where=where))
        return answer

    def look_round(self, who: str, pages: Sequence[str] = (), most: int = 200) -> None:
        """Read these pages, the home page and recent ones, then follow links to one page of each kind."""
        must, waiting = list(pages), ["/", *self.fresh.pop(who, [])]
        seen_addresses: set[str] = set()
        kinds: set[str] = set()
        while (must or waiting) and len(seen_addresses) < most:
            address = must.pop() if must else waiting.pop(self.luck.randrange(len(waiting)))
            endpoint = self._take_in(address)
            if address in seen_addresses or endpoint in ("", "static", "keys.open", *kinds):
                continue
            seen_addresses.add(address)
            kinds |= set() if must else {endpoint}
            answer = self.get(who, address)
            if answer is not None and answer.status_code == 303:
                waiting.append(answer.location)
            elif answer is not None and answer.status_code in (200, 204):
                waiting += self._learn(who, address, endpoint, answer)

    def _learn(self, who: str, address: str, endpoint: str, answer: TestResponse) -> list[str]:
        """Learn a page's address and its forms. Returns the addresses that it links to."""
        _add(self.known[endpoint], address)
        page = page_of(answer)
        for form in page.forms:
            target = self._take_in(form.action or address, "POST" if form.is_post else "GET")
            if form.is_post and target:
                _add(self.forms[target], (who, address))
            for name in () if form.is_post else sorted(form.names):
                _add(self.asks[target], name)
        for name, _ in parse_qsl(urlsplit(address).query):
            _add(self.asks[endpoint], name)
        return [link.partition("#")[0] for link in page.links]

    def endpoint_of(self, address: str, method: str = "GET") -> str:
        """The endpoint that an address leads to; empty if there is no such page."""
        return self._match(address, method)[0]

    def _take_in(self, address: str, method: str = "GET") -> str:
        """The endpoint that an address on a page leads to. The parts of the address are kept for making up others."""
        endpoint, parts = self._match(address, method)
        for name, value in parts.items():
            _add(self.values[name], value)
        return endpoint

    def _match(self, address: str, method: str) -> tuple[str, dict[str, str]]:
        try:
            rule, parts = self._adapter.match(unquote(urlsplit(address).path), method=method, return_rule=True)
        except (HTTPException, ValueError):
            return "", {}
        values = {rule.rule.split("/")[1] if name == "ref" else name: str(value) for name, value in parts.items()}
        return rule.endpoint, values

    def form_of(self, who: str, address: str, endpoint: str) -> tuple[str, HostileForm] | None:
        """One of a page's forms for this endpoint, with the address it is sent to; None if there is none."""
        return self.form_in(self.get(who, address), address, endpoint)

    def form_to(self, who: str, address: str, endpoint: str) -> tuple[str, HostileForm]:
        """The page's form for this endpoint, with the address it is sent to. Raises LookupError if there is none."""
        page_form = self.form_of(who, address, endpoint)
        if page_form is None:
            raise LookupError(f"The page {address} shows {who} no form for {endpoint}.")
        return page_form

    def form_in(self, answer: TestResponse | None, address: str, endpoint: str = "") -> tuple[str, HostileForm] | None:
        """One of the forms in an answer, with the address it is sent to; None if there is none.

        If an endpoint is given, only forms for that endpoint are considered.
        """
        forms = [form for form in page_of(answer).forms if form.is_post]
        if endpoint:
            forms = [form for form in forms if self.endpoint_of(form.action or address, "POST") == endpoint]
        form = self.luck.choice(forms) if forms else None
        return (form.action or address, form) if form else None


def body_of(answer: TestResponse | None) -> bytes:
    """The body of an answer, decompressed; empty if no answer came."""
    if answer is None:
        return b""
    return gzip.decompress(answer.data) if answer.headers.get("Content-Encoding") == "gzip" else answer.data


def page_of(answer: TestResponse | None) -> HostilePage:
    """The page in an answer; an empty page if the answer is something else."""
    is_page = answer is not None and answer.mimetype == "text/html"
    return HostilePage(body_of(answer).decode("utf-8", "replace") if is_page else "")


# A link that opens a key or a shared result, as pages give it to be copied or tapped.
_SECRET_LINK = re.compile(rb'(?:href|value)="https?://[^"]*/[kr]/\w+-[^"]+"')


def faults_of(answer: TestResponse) -> list[str]:
    """The faults in an answer.

    A fault is a server error, a marker as a tag or a header, a link to another site, or a secret that may be
    cached.
    """
    faults = [f"answered {answer.status_code}"] if answer.status_code >= 500 else []
    for name, value in answer.headers:
        if "<zq7" in value.lower() or name.lower() == "x-zq7":
            faults.append(f"raw marker in the header {name}: {value[:80]!r}")
        # A 308 redirect to the same page without a double slash repeats the request's own host.
        if name in ("Location", "HX-Redirect") and answer.status_code != 308 and _leads_away(value):
            faults.append(f"leads to another site: {value[:80]!r}")
    if answer.mimetype in ("text/html", "image/svg+xml"):
        faults += _faults_in(body_of(answer))
        if _SECRET_LINK.search(body_of(answer)) and "no-store" not in answer.headers.get("Cache-Control", ""):
            faults.append("a page with a secret link may be kept")
    return faults


def _leads_away(address: str) -> bool:
    """True if the address would take a browser to another site."""
    plain = address.replace("\\", "/").strip()
    return plain.startswith("//") or urlsplit(plain).netloc not in ("", "localhost")


def _faults_in(body: bytes) -> list[str]:
    at = body.lower().find(b"<zq7")
    if at >= 0:
        return [f"raw marker in the page: {body[max(0, at - 60) : at + 40]!r}"]
    at = body.find(b"49zq9@@")
    if at >= 0:
        return [f"a text was run as a template: {body[max(0, at - 60) : at + 40]!r}"]
    if re.search(rb"[\"'] zq8", body) and HostilePage(body.decode("utf-8", "replace")).is_broken:
        return ["raw marker: a text became an attribute"]
    return []


def _environ(address: str, headers: Mapping[str, str]) -> dict[str, str]:
    """A request's address and headers as WSGI variables, byte for byte."""
    path, _, query = address.encode("utf-8", "surrogatepass").partition(b"?")
    environ = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query.decode("latin-1")}
    for name, value in headers.items():
        plain = re.sub(r"[\r\n\x00]", "", value).encode("utf-8", "surrogatepass")
        environ[f"HTTP_{name.upper().replace('-', '_')}"] = plain.decode("latin-1")
    return environ


def _add(values: list[Any], value: Any) -> None:
    """Add a value, unless it is there already, and keep only the newest ones."""
    if value not in values:
        values.append(value)
        del values[:-MOST_KNOWN]
