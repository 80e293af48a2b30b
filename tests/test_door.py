"""Edge cases of HTTP at the real server: requests that are split, sent back to back, too big, cut off or malformed."""

import socket
import urllib.parse
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest

from proofs.server import Server
from tests.conftest import pick

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
        fields = {name: pick(rf'name="{name}" value="([^"]+)"', answer.page) for name in ("csrf_token", "once")}
        fields |= {"rules": "double-nine"} | {f"players-{number}": name for number, name in enumerate(names)}
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
    server = Server(tmp_path_factory.mktemp("door"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def caller(server: Server) -> Iterator[Caller]:
    caller = Caller(server)
    yield caller
    caller.close()


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


@pytest.mark.parametrize("length", [b"abc", b"-1", b"5, 6", b"5\r\nContent-Length: 6", b"9" * 30])
def test_a_length_that_is_none_is_refused(caller: Caller, length: bytes) -> None:
    caller.send(_post(b"Content-Length: %b\r\n" % length), b"a=b&c", HOME)

    assert caller.hear().status == 400
    assert caller.is_closed()


def test_a_length_and_chunks_together_are_refused(caller: Caller) -> None:
    caller.send(_post(b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), _chunked(b"a=b"), HOME)

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
    again = Caller(server)
    again.send(_post(cookie, _length(form)), form)
    # If any of it had been entered, the app would ask about the whole form, because that differs from the first sending.
    assert again.hear().status == 303
    again.close()
