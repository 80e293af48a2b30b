"""The request reader between the network and the app: it receives a whole request before a worker starts on it.

A slow sender, or one that stops in the middle of a form, costs a few bytes of memory and nothing else.
docs/operating.md has the figures and says how to change each limit.
"""

import asyncio
import gc
import hashlib
import io
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pkgutil import resolve_name
from time import monotonic
from typing import Any
from wsgiref.types import WSGIApplication

from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined] # public, though not exported
from werkzeug.http import parse_cookie

from commands.housekeeping import begin_housekeeping
from commands.settings import read_number
from commands.workers import Rest, Workers
from models.ledger.clubs import house_of

_log = logging.getLogger(__name__)

Environ = dict[str, Any]
Network = IPv4Network | IPv6Network
# The status, the headers and the page of an answer.
Answer = tuple[int, list[tuple[str, str]], bytes]

# The most that a form may hold, and the longest that it may take to arrive; then the same for a form with a file or a photo.
FORM_BYTES, FILE_BYTES, PHOTO_BYTES = 64 * 1024, 4 * 1024 * 1024 + 64 * 1024, 6 * 1024 * 1024 + 64 * 1024
FORM_SECONDS = read_number("ROUNDHOUSE_FORM_SECONDS", 10.0)
FILE_SECONDS = read_number("ROUNDHOUSE_FILE_SECONDS", 60.0)
# The most that all bodies in a process may hold together. Beyond that, the biggest unfinished body is dropped.
MOST_HELD = read_number("ROUNDHOUSE_HELD_MB", 32) * 1024 * 1024
# The most that the waiting requests of one address may hold: as much as four files. Each counts as its size plus some overhead.
MOST_WAITING, _ROOM = 4 * FILE_BYTES, 1024
# Limits for one request: bytes of headers, fields in a form, fields in an address, cookies. The largest form has about a
# hundred fields. The cookies are read before the request waits for its turn.
MOST_OF_HEADERS, MOST_FIELDS, MOST_IN_ADDRESS, MOST_COOKIES = 24 * 1024, 2000, 200, 100
# The threads for pages (a visitor gets one at a time), for forms (a visitor gets most of them) and for slow requests.
PAGES_AT_ONCE, FORMS_AT_ONCE, FORMS_OF_A_VISITOR, LONG_AT_ONCE = 3, 8, 6, 2
# A visitor rests after a form, so that nineteen of twenty forms from others find the database free, and after a page, so
# that these forms find the processor free. After a long request, the next one of a family may follow soon.
REST, LONG_REST, PAGE_REST = Rest(20, 0.01, warm=10), Rest(20, 0.01, most=0.5, warm=10), Rest(4, most=0.05, warm=10)
# The paths that are slow for a club with the most data that can be imported: `make cost` requests all of them.
LONG = {"GET": re.compile(r"\.(json|csv)$"), "POST": re.compile(r"/import\b|/bin/|/anonymise$")}
# A process reads one photo at a time, and four more may wait: at most two from one address, and one from any session.
MOST_PHOTOS, MOST_PHOTOS_OF_AN_ADDRESS = 5, 2
# Set for a photo that there is no room for; the app refuses it in its own words.
PHOTOS_ARE_FULL = "roundhouse.photos_are_full"
# Set by the app: the club that a request counts as, or the address that founded it. In the same club, night, game or
# tournament, this session then waits only for the clubs at its address, not for strangers there.
COUNTED_AS = "roundhouse.counted_as"
# The most sessions and places that are remembered, and for how many seconds after a page.
MOST_PLACES, COUNTED_SECONDS, _LONGEST_COOKIES = 10_000, 600, 4200
_NO_NEWS, SWITCH_SECONDS = 204, 0.0005
_PHOTO = re.compile(r"/rounds/[0-9]+/(photo/[0-9]+|table/hand/photo)$")
_FORWARDED = {"HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"}

_PLAIN = [("content-type", "text/html; charset=utf-8"), ("connection", "close"), ("cache-control", "no-store")]
_PAGE = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
    "<title>Roundhouse</title><h1>{}</h1><p>{}"
)
_LATE = _PAGE.format("That took too long to arrive", "Nothing was entered. Go back and send the form again.").encode()
_FULL = _PAGE.format("Too much is coming in at once", "Nothing was entered. Go back and send the form again.").encode()
_ODD = _PAGE.format("That could not be read", "Nothing was entered.").encode()


class RefusedError(Exception):
    """A request that is refused before the app sees it, with the status and the page of the answer."""

    def __init__(self, status: int, page: bytes) -> None:
        self.status, self.page = status, page


class Body:
    """The body of a request, held from its first part until the request is answered. `sender` is the address it comes from."""

    def __init__(self, sender: str = "") -> None:
        self.data, self.size, self.sender = bytearray(), 0, sender


class Door:
    """A WSGI app served below `sub_path` through RSGI, granian's own interface.

    `proxies` is the number of proxies in front of the app. They are trusted only at the addresses in `believed`.
    """

    def __init__(
        self, app: WSGIApplication, proxies: int = 0, believed: Sequence[Network] = (), sub_path: str = ""
    ) -> None:
        self.app, self.proxies, self.believed, self.sub_path = app, proxies, believed, sub_path
        # The health check may wait for a missing database, and must answer even while every worker is waiting for it.
        self.health, self.health_reader = {"/health", f"{sub_path}/health"}, ThreadPoolExecutor(1, "health")
        self.workers = {
            "GET": Workers(PAGES_AT_ONCE, "page", each=1, rest=PAGE_REST),
            "POST": Workers(FORMS_AT_ONCE, "form", each=FORMS_OF_A_VISITOR, rest=REST),
        }
        self.long_workers = Workers(LONG_AT_ONCE, "long", each=1, rest=LONG_REST)
        # Reading a photo takes several seconds.
        self.photo_reader = ThreadPoolExecutor(1, "photo")
        # The address and the session of every photo that is being read or waiting.
        self.photos: list[tuple[str, str]] = []
        self.counted_as: dict[tuple[str, ...], tuple[str, float]] = {}
        # The bytes of each address's requests that are being answered or waiting.
        self.waiting = Counter[str]()
        self.has_warned = False
        # The bodies that are still being received, and the bytes of these and of all that wait for an answer.
        self.arriving: set[Body] = set()
        self.held = 0

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Receive a request, have the app answer it, and send the answer."""
        body, gone = Body(), asyncio.ensure_future(protocol.client_disconnect())
        try:
            environ = environ_of(scope)
            if _has_body(environ):
                await self._take_in(body, environ, protocol)
            status, headers, page = await self.answer(environ, gone.done)
            protocol.response_bytes(status, headers, page)
        except RefusedError as refused:
            protocol.response_bytes(refused.status, _PLAIN, refused.page)
        finally:
            gone.cancel()
            self._let_go(body)

    async def answer(self, environ: Environ, is_gone: Callable[[], bool] = lambda: False) -> Answer:
        """The app's answer. If `is_gone` says that nobody reads a page any more, it is not made.

        Pages, forms and slow requests each have their own threads, so that no kind waits for another.
        """
        path, method = environ["PATH_INFO"], "POST" if environ["REQUEST_METHOD"] == "POST" else "GET"
        address, session = house_of(self.address_of(environ)), _session_of(environ)
        if environ["REQUEST_METHOD"] in ("GET", "HEAD") and path in self.health:
            return await asyncio.get_running_loop().run_in_executor(self.health_reader, self._run, environ)
        if carries_photo(environ):
            if self._has_room_for_photo(address, session):
                self.photos.append((address, session))
                try:
                    return await asyncio.get_running_loop().run_in_executor(self.photo_reader, self._run, environ)
                finally:
                    self.photos.remove((address, session))
            environ[PHOTOS_ARE_FULL] = True
        name, until = self.counted_as.get(self._place_of(environ), ("", 0.0))
        visitor, size = name if monotonic() < until else address, _size_of(environ)
        workers = self.long_workers if LONG[method].search(path) else self.workers[method]
        if self.waiting[address] and self.waiting[address] + size > MOST_WAITING:
            raise RefusedError(503, _FULL)
        self.waiting[address] += size
        try:
            return await workers.ask(partial(self._run, environ, is_gone), visitor, session, address)
        finally:
            self.waiting -= Counter({address: size})

    def _has_room_for_photo(self, address: str, session: str) -> bool:
        """True if a photo may be read now or wait its turn."""
        if len(self.photos) == MOST_PHOTOS or any(session == browser for _, browser in self.photos):
            return False
        return [sender for sender, _ in self.photos].count(address) < MOST_PHOTOS_OF_AN_ADDRESS

    def address_of(self, environ: Environ) -> str:
        """The address that a request comes from. A forwarded address counts only if it comes from a trusted proxy."""
        peer = str(environ.get("REMOTE_ADDR", ""))
        if not self.proxies or not environ.keys() & _FORWARDED:
            return peer
        if any(_without_mapping(peer) in network for network in self.believed):
            # The app reads the header too, and would take an address within quotes for none.
            environ["HTTP_X_FORWARDED_FOR"] = environ.get("HTTP_X_FORWARDED_FOR", "").replace('"', "")
            named = environ["HTTP_X_FORWARDED_FOR"].split(",")
            return named[-self.proxies].strip() if len(named) >= self.proxies else peer
        for header in _FORWARDED:
            environ.pop(header, None)
        if not self.has_warned:
            self.has_warned = True
            _log.warning(
                "%s passes requests on, but ROUNDHOUSE_PROXY_ADDRESSES does not name it: see docs/operating.md.", peer
            )
        return peer

    async def _take_in(self, body: Body, environ: Environ, protocol: HTTPProtocol) -> None:
        """Receive the body. If it is too big, do not keep it: the app sees only its length and answers in its own words."""
        is_file, is_photo = _is_file(environ), carries_photo(environ)
        most = PHOTO_BYTES if is_photo else FILE_BYTES if is_file else FORM_BYTES
        length = int(environ.get("CONTENT_LENGTH", 0))
        is_kept = length <= most
        # Photos are large, and many browsers do not read an answer until they have sent everything.
        if not is_kept and not (is_photo and length <= MOST_HELD):
            return
        body.sender = house_of(self.address_of(environ))
        self.arriving.add(body)
        # A complete body ends with one empty part, an interrupted one with two.
        is_cut = is_ending = False
        try:
            async with asyncio.timeout(FILE_SECONDS if is_file else FORM_SECONDS):
                async for part in protocol:
                    is_cut, is_ending = is_ending and not part, not part
                    self.hold(body, part if is_kept else b"")
                    if body.size > most:
                        break
        except TimeoutError:
            raise RefusedError(408, _LATE) from None
        self.hold(body, b"")
        self.arriving.remove(body)
        if not is_kept:
            return
        if is_cut or 0 < length != body.size <= most or (not is_file and body.data.count(b"&") > MOST_FIELDS):
            raise RefusedError(400, _ODD)
        environ["CONTENT_LENGTH"] = str(body.size)
        environ["wsgi.input"] = io.BytesIO(body.data if body.size <= most else b"")
        body.data.clear()

    def hold(self, body: Body, part: bytes) -> None:
        """Hold another part of a body. Raises RefusedError if the body is dropped, or was before.

        If all bodies together are too big, the biggest unfinished body of the sender with the most data is dropped.
        """
        if body in self.arriving:
            body.data += part
            body.size += len(part)
            self.held += len(part)
            if self.held > MOST_HELD:
                sent = Counter[str]()
                for arriving in self.arriving:
                    sent[arriving.sender] += arriving.size
                self._let_go(max(self.arriving, key=lambda arriving: (sent[arriving.sender], arriving.size)))
        if body not in self.arriving:
            raise RefusedError(503, _FULL)

    def _let_go(self, body: Body) -> None:
        self.arriving.discard(body)
        self.held -= body.size
        body.size = 0
        body.data.clear()

    def _place_of(self, environ: Environ) -> tuple[str, ...]:
        """A browser's session, and the club, night, game or tournament that the address names."""
        return _session_of(environ), *environ["PATH_INFO"].removeprefix(self.sub_path).split("/")[1:3]

    def _run(self, environ: Environ, is_gone: Callable[[], bool] = lambda: False) -> Answer:
        """The app's whole answer, collected first so that a slow phone cannot keep the database waiting."""
        if is_gone() and environ["REQUEST_METHOD"] == "GET":
            raise RefusedError(503, _FULL)
        answer: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
            answer[:] = int(status[:3]), [(name.lower(), value) for name, value in headers]

        pieces = self.app(environ, start)
        try:
            page = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        place = self._place_of(environ)
        # The answer to a page that only asks for new lines does not name the club.
        label = self.counted_as.get(place, ("", 0.0))[0] if answer[0] == _NO_NEWS else ""
        if place[0] and (name := environ.get(COUNTED_AS, label)):
            if len(self.counted_as) >= MOST_PLACES:
                self.counted_as.clear()
            self.counted_as[place] = name, monotonic() + COUNTED_SECONDS
        return answer[0], answer[1], page


def open_door(target: str) -> Door:
    """The app made by the factory `module:function`, behind a request reader, in one of the server's processes.

    This module does not import the terminal commands, so that a process starts quickly.
    """
    app = resolve_name(target)()
    begin_housekeeping(app)
    # Python's collector now and then looks at every object, and nobody is answered meanwhile. Without those that were
    # loaded at the start, that takes a few milliseconds, not eighty.
    gc.freeze()
    # An entry lets go of the interpreter some twenty times, for the database. Beside a thread that computes, it got it back
    # after five milliseconds each time: 105 ms for the slowest twentieth of entries, 50 ms with this.
    sys.setswitchinterval(SWITCH_SECONDS)
    proxies, believed = app.config["ROUNDHOUSE_PROXIES"], app.config["ROUNDHOUSE_PROXY_ADDRESSES"]
    return Door(app, proxies, believed, app.config["SESSION_COOKIE_PATH"] or "")


def _session_of(environ: Environ) -> str:
    """A short name for the browser's session. It does not depend on any other cookies."""
    # Parsed as in the app itself, and without the signature, so that no odd spelling counts as another session. Other
    # cookies are not parsed, nor is what no browser keeps: this runs before the request waits for its turn.
    own = [part for part in environ.get("HTTP_COOKIE", "").split(";") if part.lstrip().startswith("roundhouse")]
    cookie = parse_cookie(";".join(own)[:_LONGEST_COOKIES]).get("roundhouse", "")
    cookie = cookie.rpartition(".")[0] or cookie
    return hashlib.blake2b(cookie.encode(errors="replace"), digest_size=16).hexdigest() if cookie else ""


def _size_of(environ: Environ) -> int:
    """The number of bytes that a request takes up while it waits."""
    return _ROOM + int(environ.get("CONTENT_LENGTH", 0)) + sum(len(str(value)) for value in environ.values())


def _without_mapping(address: str) -> IPv4Address | IPv6Address:
    """The parsed address. An IPv4 address written as IPv6 becomes plain IPv4."""
    read = ip_address(address)
    return read.ipv4_mapped or read if isinstance(read, IPv6Address) else read


def _is_file(environ: Environ) -> bool:
    """True if a request is a form that contains a file."""
    return str(environ.get("CONTENT_TYPE", "")).lower().startswith("multipart/form-data")


def carries_photo(environ: Environ) -> bool:
    """True if a request contains a photo."""
    return _is_file(environ) and environ["REQUEST_METHOD"] == "POST" and bool(_PHOTO.search(environ["PATH_INFO"]))


def _has_body(environ: Environ) -> bool:
    """True if a body must be received. A GET's body is ignored."""
    is_coming = environ.pop("HTTP_TRANSFER_ENCODING", "") or environ.get("CONTENT_LENGTH", "0") != "0"
    if is_coming and environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        return True
    environ.pop("CONTENT_LENGTH", None)
    return False


def environ_of(scope: Scope) -> Environ:
    """The request as a WSGI environ (PEP 3333), without its body."""
    if sum(len(name) + len(value) for name, value in scope.headers.items()) > MOST_OF_HEADERS:
        raise RefusedError(431, _ODD)
    host, _, port = scope.server.rpartition(":")
    environ: Environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        # A header with an underscore in its name could pass for one that a proxy vouches for.
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        if key == "HTTP_HOST" and key in environ:
            raise RefusedError(400, _ODD)
        environ[key] = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}" if key in environ else value
    if scope.query_string.count("&") > MOST_IN_ADDRESS or environ.get("HTTP_COOKIE", "").count(";") > MOST_COOKIES:
        raise RefusedError(400, _ODD)
    return environ
