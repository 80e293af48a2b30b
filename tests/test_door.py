"""The request reader: edge cases of HTTP at the real server, and which requests wait for which others."""

import asyncio
import socket
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix

from commands import door
from commands.door import COUNTED_AS, FORMS_AT_ONCE, PHOTOS_ARE_FULL, Answer, Body, Door, RefusedError
from proofs.page import tokens_of
from proofs.server import Server
from tests.conftest import pick, serving
from tests.test_workers import busy, run
from views.shared import keyring, photos

FORM = b"Host: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
HOME, RULINGS = (b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % path for path in (b"/", b"/rulings"))
TOO_BIG = b"a" * 100_000


class RawAnswer(NamedTuple):
    """An answer, with the names of its headers in lower case."""

    status: int
    headers: dict[str, str]
    page: str


class Caller:
    """A connection that sends every byte as given."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.file = self.socket.makefile("rb")

    def send(self, *parts: bytes) -> None:
        self.socket.sendall(b"".join(parts))

    def hear(self, has_page: bool = True) -> RawAnswer:
        """Read the next answer."""
        status = int(self.file.readline().split()[1])
        lines = iter(lambda: self.file.readline().strip().decode(), "")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        page = self.file.read(int(headers.get("content-length", 0))) if has_page else b""
        return RawAnswer(status, headers, page.decode())

    def is_closed(self) -> bool:
        """True if the server has nothing more to send and has hung up."""
        return self.file.read() == b""

    def close(self) -> None:
        """Hang up."""
        self.file.close()
        self.socket.close()

    def start(self, *names: str) -> tuple[bytes, bytes]:
        """The cookie header, and the body of the form that starts a game with these players."""
        self.send(b"GET /start HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = self.hear()
        fields = tokens_of(answer.page) | {"rules": "double-nine"}
        fields |= {f"players-{number}": name for number, name in enumerate(names)}
        return _cookie(answer), urllib.parse.urlencode(fields).encode()


def _cookie(answer: RawAnswer) -> bytes:
    return b"Cookie: %b\r\n" % answer.headers["set-cookie"].partition(";")[0].encode()


def _post(*lines: bytes) -> bytes:
    return b"".join((b"POST /start HTTP/1.1\r\n", FORM, *lines, b"\r\n"))


def _length(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n" % len(body)


def _chunked(body: bytes) -> bytes:
    """A body in chunks of a hundred bytes."""
    pieces = [body[begin : begin + 100] for begin in range(0, len(body), 100)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in [*pieces, b""])


def _title(answer: RawAnswer) -> str:
    return pick(r"(?s)<title>(.*?)</title>", answer.page).strip()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Server(tmp_path_factory.mktemp("door"))) as server:
        yield server


@pytest.fixture
def caller(server: Server) -> Iterator[Caller]:
    with closing(Caller(server)) as caller:
        yield caller


def test_requests_in_a_row_are_all_answered_in_order(caller: Caller) -> None:
    cookie, form = caller.start("Ana", "Ben")
    caller.send(_post(cookie, _length(form)), form, RULINGS, HOME, _post(_length(b"a=b")), b"a=b", RULINGS)

    answers = [caller.hear() for _ in range(5)]

    assert [answer.status for answer in answers] == [303, 200, 200, 400, 200]
    assert answers[0].headers["location"].startswith("/games/")
    assert _title(answers[1]) == _title(answers[4]) != _title(answers[2])


def test_a_form_is_sent_once_the_server_says_go_on(caller: Caller) -> None:
    cookie, form = caller.start("Ana", "Ben")
    caller.send(_post(cookie, _length(form), b"Expect: 100-continue\r\n"))
    go_on = caller.hear()
    caller.send(form)

    assert (go_on.status, caller.hear().status) == (100, 303)


def test_a_form_that_is_too_big_is_refused_before_it_is_sent(caller: Caller) -> None:
    caller.send(_post(_length(TOO_BIG), b"Expect: 100-continue\r\n"))

    assert caller.hear().status == 413


def test_a_form_in_chunks_is_taken_in(caller: Caller) -> None:
    cookie, form = caller.start("Ana", "Ben")
    caller.send(_post(cookie, b"Transfer-Encoding: chunked\r\n"), _chunked(form), HOME)

    answers = caller.hear(), caller.hear()

    assert [answer.status for answer in answers] == [303, 200]
    assert answers[0].headers["location"].startswith("/games/")


def test_a_field_that_is_longer_than_any_page_takes_is_refused_before_it_is_read(caller: Caller) -> None:
    cookie, form = caller.start("Ana", "1" + " " * 5000 + "x")
    caller.send(_post(cookie, _length(form)), form)

    answer = caller.hear()

    assert answer.status == 413
    assert "Too much at once" in answer.page


@pytest.mark.parametrize(
    ("says", "body"),
    [(_length(TOO_BIG), TOO_BIG), (b"Transfer-Encoding: chunked\r\n", _chunked(TOO_BIG))],
    ids=["with its length", "in chunks"],
)
def test_a_form_that_is_too_big_gets_the_page_of_the_app(caller: Caller, says: bytes, body: bytes) -> None:
    caller.send(_post(says), body)

    answer = caller.hear()

    assert answer.status == 413
    assert "Too much at once" in answer.page
    assert "content-security-policy" in answer.headers


def test_a_search_in_letters_that_no_browser_escaped_is_answered(caller: Caller) -> None:
    caller.send("GET /rulings?q=łódź HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    answer = caller.hear()

    assert answer.status == 200
    assert "łódź" in answer.page


def test_a_request_for_two_hosts_is_refused(caller: Caller) -> None:
    caller.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n")

    answer = caller.hear()

    assert answer.status == 400
    assert "could not be read" in answer.page
    assert caller.is_closed()


@pytest.mark.parametrize(
    "length",
    [b"abc", b"-1", b"5, 6", b"5\r\nContent-Length: 6", b"9" * 30, b"5\r\nTransfer-Encoding: chunked"],
)
def test_a_length_that_is_none_or_beside_chunks_is_refused(caller: Caller, length: bytes) -> None:
    body = _chunked(b"a=b") if b"chunked" in length else b"a=b&c"
    caller.send(_post(b"Content-Length: %b\r\n" % length), body, HOME)

    assert caller.hear().status == 400
    assert caller.is_closed()


def test_a_head_alone_has_no_page_and_the_next_request_is_answered(caller: Caller) -> None:
    caller.send(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", HOME)

    head, page = caller.hear(has_page=False), caller.hear()

    assert (head.status, page.status) == (200, 200)
    assert head.headers["content-type"] == page.headers["content-type"]


def test_what_comes_after_a_form_is_no_part_of_it(server: Server, caller: Caller) -> None:
    cookie, form = caller.start("Ana", "Ben")
    caller.send(_post(cookie, _length(form)), form, b"&players-2=Zoe\r\n\r\n")
    started, rest = caller.hear(), caller.hear()
    with closing(Caller(server)) as another:
        another.send(b"GET %b HTTP/1.1\r\n" % started.headers["location"].encode(), FORM, _cookie(started), b"\r\n")
        sheet = another.hear()

    assert (started.status, rest.status, sheet.status) == (303, 400, 200)
    assert caller.is_closed()
    assert "Ben" in sheet.page and "Zoe" not in sheet.page


def test_a_body_that_no_page_asked_for_is_passed_over(caller: Caller) -> None:
    caller.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\na=b&c", RULINGS)

    assert [caller.hear().status, caller.hear().status] == [200, 200]


@pytest.mark.parametrize("in_chunks", [False, True], ids=["with its length", "in chunks"])
def test_a_form_that_is_cut_off_enters_nothing(server: Server, caller: Caller, in_chunks: bool) -> None:
    cookie, form = caller.start("Ana", "Ben")
    says = b"Transfer-Encoding: chunked\r\n" if in_chunks else _length(form)
    sent = _chunked(form).removesuffix(b"0\r\n\r\n") if in_chunks else form[:-2]
    caller.send(_post(cookie, says), sent)
    caller.socket.shutdown(socket.SHUT_WR)

    assert caller.file.read(12) == b"HTTP/1.1 400"
    with closing(Caller(server)) as again:
        again.send(_post(cookie, _length(form)), form)
        # If any of it had been entered, the app would ask about the whole form, because it differs from the first sending.
        assert again.hear().status == 303


def asked(method: str, path: str, address: str = "192.0.2.1", session: str = "", **headers: str) -> dict[str, Any]:
    """A request of this browser as the app sees it."""
    headers |= {"HTTP_COOKIE": f"roundhouse={session}"} if session else {}
    return {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "", "REMOTE_ADDR": address, **headers}


def app_of(work: Callable[[WSGIEnvironment], object]) -> WSGIApplication:
    """An app that answers every request with the result of this work."""

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        page = str(work(environ)).encode()
        start("200 OK", [])
        return [page]

    return app


def begin(opened: Door, *request: str, **headers: str) -> asyncio.Task[Answer]:
    """Send a request without waiting for the answer."""
    return asyncio.create_task(opened.answer(asked(*request, **headers)))


async def statuses(answers: list[asyncio.Task[Answer]]) -> list[int]:
    """The status of every answer, also of a refusal."""
    ends = await asyncio.gather(*answers, return_exceptions=True)
    return [end[0] if isinstance(end, tuple) else cast(RefusedError, end).status for end in ends]


async def until(happened: Callable[[], bool]) -> None:
    """Wait for what the threads do, however slow the machine is."""
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.01)


def test_forms_pages_and_the_health_of_the_server_are_answered_while_all_of_another_kind_wait() -> None:
    over, slow = threading.Event(), Counter[str]()

    def work(environ: WSGIEnvironment) -> bool:
        slow[environ["PATH_INFO"]] += 1
        return "slow" not in environ["PATH_INFO"] or over.wait(60)

    async def every() -> list[bytes]:
        opened = Door(app_of(work))
        waiting = [begin(opened, "GET", path) for path in ["/slow"] * 20 + ["/slow.json"] * 5]
        await until(lambda: bool(slow["/slow"] and slow["/slow.json"]))
        async with asyncio.timeout(20):
            answers = [await begin(opened, *request) for request in (("POST", "/"), ("GET", "/health"))]
        over.set()
        return [page for _, _, page in answers + await asyncio.gather(*waiting)]

    assert run(every) == [b"True"] * 27


def test_only_the_page_of_health_passes_by_the_turns() -> None:
    over = threading.Event()

    async def ask_all() -> list[bool]:
        opened = Door(
            app_of(lambda environ: "slow" not in environ["PATH_INFO"] or over.wait(60)), sub_path="/roundhouse"
        )
        waiting = [begin(opened, "GET", path) for path in ("/slow", "/rulings/health")]
        for path in ("/health", "/roundhouse/health"):
            await begin(opened, "GET", path)
        waiting.append(begin(opened, "PUT", "/health"))
        await asyncio.sleep(0.1)
        done = [task.done() for task in waiting]
        over.set()
        await asyncio.gather(*waiting)
        return done

    assert run(ask_all) == [False, False, False]


def test_the_door_and_the_pages_have_the_same_words() -> None:
    assert (photos.PHOTOS_ARE_FULL, keyring.COUNTED_AS) == (PHOTOS_ARE_FULL, COUNTED_AS)


def test_photos_are_read_one_at_a_time_and_what_finds_no_room_is_told_at_once() -> None:
    over, at_once = threading.Event(), Counter[str]()

    def work(environ: WSGIEnvironment) -> str:
        if PHOTOS_ARE_FULL in environ:
            return "full"
        at_once["now"] += 1
        at_once["most"] = max(at_once["most"], at_once["now"])
        over.wait(60)
        at_once["now"] -= 1
        return "read"

    async def send_all() -> tuple[list[bytes], list[bytes]]:
        opened = Door(app_of(work))

        async def send(session: str, number: int) -> asyncio.Task[Answer]:
            photo = "POST", "/games/a/rounds/1/photo/2", f"192.0.2.{number}", session
            sent = begin(opened, *photo, CONTENT_TYPE="multipart/form-data; boundary=x")
            await asyncio.sleep(0)
            return sent

        reading = [await send("ana", 1), await send("ben", 1)]
        # The same session again, and a third session of an address.
        refused = [await (await send("ana", 3)), await (await send("dot", 1))]
        reading += [await send("cai", 2), await send("eve", 4), await send("fay", 5)]
        refused.append(await (await send("gus", 6)))
        over.set()
        read = [*await asyncio.gather(*reading), await (await send("ana", 1))]
        return [page for _, _, page in refused], [page for _, _, page in read]

    assert run(send_all) == ([b"full"] * 3, [b"read"] * 6)
    assert at_once["most"] == 1


@pytest.mark.parametrize(
    ("path", "addresses"), [("/club.json", ["192.0.2.1"] * 5), ("/", [f"2001:db8::{number}" for number in range(1, 4)])]
)
def test_a_house_has_one_page_at_a_time_whatever_its_addresses(path: str, addresses: list[str]) -> None:
    at_once = Counter[str]()

    def work(_: WSGIEnvironment) -> None:
        at_once["now"] += 1
        at_once["most"] = max(at_once["most"], at_once["now"])
        time.sleep(0.05)
        at_once["now"] -= 1

    async def ask_all() -> list[int]:
        opened = Door(app_of(work))
        return await statuses([begin(opened, "GET", path, at, f"{number}") for number, at in enumerate(addresses)])

    assert set(run(ask_all)) == {200}
    assert at_once["most"] == 1


def test_the_waiting_forms_of_one_address_hold_no_more_than_four_files() -> None:
    over, half = threading.Event(), str(door.MOST_WAITING // 2 - 2000)

    async def send_all() -> list[int]:
        opened = Door(app_of(lambda _: over.wait(60)))
        many = [begin(opened, "POST", "/start", CONTENT_LENGTH=half) for _ in range(3)]
        many.append(begin(opened, "POST", "/start", "192.0.2.2", CONTENT_LENGTH="900"))
        await asyncio.sleep(0)
        over.set()
        return await statuses(many) + await statuses([begin(opened, "POST", "/start", CONTENT_LENGTH=half)])

    assert run(send_all) == [200, 200, 503, 200, 200]


def test_so_many_pages_of_a_stranger_wait_and_no_more() -> None:
    over = threading.Event()

    async def ask_for_many() -> list[int]:
        opened = Door(app_of(lambda _: over.wait(60)))
        many = [begin(opened, "GET", "/", HTTP_X_LONG="x" * 20_000) for _ in range(1000)]
        many.append(begin(opened, "GET", "/", "192.0.2.2"))
        await asyncio.sleep(0)
        over.set()
        return await statuses(many)

    *answers, other = run(ask_for_many)
    assert other == 200
    assert 700 < answers.count(200) < 850 and set(answers) == {200, 503}


def test_phones_of_a_club_do_not_wait_for_a_stranger_at_their_address() -> None:
    ended: list[str] = []

    def work(environ: WSGIEnvironment) -> None:
        busy(0.1 * (environ["PATH_INFO"] == "/long"))
        ended.append(environ["PATH_INFO"])
        if environ["HTTP_COOKIE"] == "roundhouse=ana":
            environ[COUNTED_AS] = "club a"

    async def enter() -> float:
        opened, here = Door(app_of(work)), "192.0.2.1"
        await begin(opened, "GET", "/games/a", here, "ana")
        waiting = [begin(opened, "POST", "/long", here, f"{number}") for number in range(FORMS_AT_ONCE + 4)]
        await until(lambda: ended.count("/long") == door.FORMS_OF_A_VISITOR)
        begun = time.monotonic()
        await begin(opened, "POST", "/games/a/rounds/1", here, "ana")
        seconds = time.monotonic() - begun
        assert not all(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        return seconds

    assert run(enter) < 4


@pytest.mark.parametrize(
    ("peer", "named", "address", "passes_on"),
    [
        ("127.0.0.1", "203.0.113.9, 198.51.100.4", "198.51.100.4", True),
        ("::ffff:127.0.0.1", "198.51.100.4", "198.51.100.4", True),
        ("172.18.0.7", "198.51.100.4", "198.51.100.4", True),
        ("127.0.0.1", '", 198.51.100.4', "198.51.100.4", True),
        ("192.168.1.20", "198.51.100.4", "192.168.1.20", False),
    ],
)
def test_what_proxies_say_is_believed_of_those_that_are_named(
    peer: str, named: str, address: str, passes_on: bool
) -> None:
    opened = Door(lambda *_: [], 1, [ip_network("127.0.0.1"), ip_network("172.18.0.0/16")])
    request = asked("GET", "/", peer, HTTP_X_FORWARDED_FOR=named, HTTP_X_FORWARDED_PROTO="https")

    assert opened.address_of(request) == address
    assert ("HTTP_X_FORWARDED_FOR" in request, "HTTP_X_FORWARDED_PROTO" in request) == (passes_on, passes_on)
    # The app counts by the same address.
    assert ProxyFix(lambda environ, _: environ["REMOTE_ADDR"])(request, lambda *_: []) == address  # type: ignore[comparison-overlap, arg-type] # it answers with the address


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Door:
    """A door that holds a hundred bytes of bodies."""
    monkeypatch.setattr(door, "MOST_HELD", 100)
    return Door(lambda *_: [])


def receive(opened: Door, *parts: tuple[str, int]) -> list[Body]:
    """Bodies that are still coming: from whom, and how much of each has been received."""
    bodies = [Body(sender) for sender, _ in parts]
    opened.arriving.update(bodies)
    for body, (_, size) in zip(bodies, parts, strict=True):
        opened.hold(body, b"x" * size)
    return bodies


def test_beyond_what_may_be_held_the_biggest_body_goes_that_is_still_coming(small: Door) -> None:
    ana, ben, cai = receive(small, ("ana", 60), ("ben", 30), ("cai", 20))
    for dropped in (ana, ben):
        with pytest.raises(RefusedError):
            small.hold(dropped, b"x" * 81)

    assert small.arriving == {cai}


def test_of_too_much_that_is_coming_in_goes_what_comes_from_the_greediest_address(small: Door) -> None:
    first, _, third, hall = receive(small, ("stranger", 20), ("stranger", 21), ("stranger", 19), ("hall", 50))

    assert small.arriving == {first, third, hall}


def test_only_a_browsers_own_cookie_makes_its_session_however_it_is_spelled() -> None:
    own = ["roundhouse=ana", "other=1; roundhouse=ana.~signature; more=1", "other=2; roundhouse=ana.~~; more=2"]
    odd = ["roundhouse =ana", "x=1;  roundhouse=ana", "roundhouse=ana ", "ROUNDHOUSE=ana", ""]

    async def open_all() -> list[str]:
        opened = Door(app_of(lambda environ: environ.update({COUNTED_AS: "club a"})))
        for cookies in own + odd:
            await begin(opened, "GET", "/sheet", HTTP_COOKIE=cookies)
        return [session for session, *_ in opened.counted_as]

    sessions = run(open_all)
    assert len(sessions) == 1 and "" not in sessions


def test_only_the_pages_of_photos_have_their_own_thread() -> None:
    paths = ["/games/a/rounds/1/photo/2", "/games/a/rounds/1/table/hand/photo"]
    others = ["/games/photo12345/changes", "/clubs/photo/import", "/games/a/rounds/1/photo/2/tiles"]
    kind = "multipart/form-data; boundary=b"

    found = [path for path in paths + others if door.carries_photo(asked("POST", path, CONTENT_TYPE=kind))]

    assert found == paths


@pytest.mark.parametrize(
    ("headers", "query", "status"),
    [
        ({"cookie": "roundhouse=ana; more=" + "x" * 300_000}, "", 431),
        ({"cookie": "a=;" * 7000}, "", 400),
        ({}, "%e9=%e9&" * 7900, 400),
    ],
    ids=["headers", "cookies", "an address"],
)
def test_far_too_long_headers_and_addresses_are_refused(headers: dict[str, str], query: str, status: int) -> None:
    words = {"server": "127.0.0.1:8000", "client": "192.0.2.1:5", "method": "GET", "path": "/", "http_version": "1.1"}
    scope: Any = SimpleNamespace(**words, scheme="http", headers=headers, query_string=query)

    with pytest.raises(RefusedError) as refused:
        door.environ_of(scope)

    assert refused.value.status == status


def test_a_sheet_that_asks_for_news_stays_with_its_club_and_no_other_page_does() -> None:
    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        if environ["PATH_INFO"] == "/roundhouse/games/a":
            environ[COUNTED_AS] = "club a"
        start("204 No Content" if environ["PATH_INFO"].endswith("/news") else "200 OK", [])
        return [b""]

    async def ask_for_news() -> tuple[float, float]:
        opened = Door(app, sub_path="/roundhouse")

        async def open_page(path: str, session: str = "ana.s") -> tuple[str, float]:
            await begin(opened, "GET", f"/roundhouse/{path}", "192.0.2.1", session)
            [counted] = opened.counted_as.values()
            return counted

        first = await open_page("games/a")
        for path in ("games/b/news", "r/other"):
            assert await open_page(path) == first
        await open_page("games/a/news")
        _, after = await open_page("games/a/news", "eve.s")
        return first[1], after

    before, after = run(ask_for_news)
    assert before < after


def test_a_page_that_nobody_waits_for_any_more_is_not_made_and_a_form_is_carried_out() -> None:
    made: list[str] = []

    async def hang_up() -> None:
        opened = Door(app_of(lambda environ: made.append(environ["REQUEST_METHOD"])))
        with pytest.raises(RefusedError):
            await opened.answer(asked("GET", "/slow"), lambda: True)
        await opened.answer(asked("POST", "/scores"), lambda: True)
        await opened.answer(asked("GET", "/"), lambda: False)

    run(hang_up)
    assert made == ["POST", "GET"]


def test_cookies_of_others_are_not_read_before_a_turn() -> None:
    cookies = 'a="' + "\\101" * 5_700 + '"; roundhouse=ana'

    def app(_environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        start("200 OK", [])
        return [b""]

    async def ask_all() -> None:
        opened = Door(app)
        for _ in range(200):
            await opened.answer(asked("GET", "/", HTTP_COOKIE=cookies))

    begun = time.process_time()
    run(ask_all)
    assert time.process_time() - begun < 1
