"""The threads of the request reader.

Pages, forms and slow work wait only for their own kind, and no stranger holds up everybody else.
"""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any, TypeVar, cast
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix

from commands import door
from commands.door import (
    COUNTED_AS,
    FORMS_AT_ONCE,
    PHOTOS_ARE_FULL,
    Body,
    Door,
    RefusedError,
    carries_photo,
    environ_of,
)
from commands.workers import Rest, Workers
from views.shared import keyring, photos

T = TypeVar("T")


def run(ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of a coroutine, run in its own thread because the browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(1, "loop") as thread:
        return thread.submit(lambda: asyncio.run(ask())).result()


async def until(happened: Callable[[], bool]) -> None:
    """Wait for what the threads do, however slow the machine is."""
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.01)


def asked(method: str, path: str, address: str = "192.0.2.1", **headers: str) -> dict[str, Any]:
    return {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "", "REMOTE_ADDR": address, **headers}


def test_forms_pages_and_the_health_of_the_server_are_answered_while_all_of_another_kind_wait() -> None:
    over, slow = threading.Event(), Counter[str]()

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        path = environ["PATH_INFO"]
        slow[path] += "slow" in path
        is_answered = "slow" not in path or over.wait(60)
        start("200 OK", [])
        return [str(is_answered).encode()]

    async def every() -> list[bytes]:
        opened = Door(app)

        async def ask(method: str, path: str) -> bytes:
            return (await opened.answer(asked(method, path)))[2]

        waiting = [asyncio.create_task(ask("GET", "/slow")) for _ in range(20)]
        waiting += [asyncio.create_task(ask("GET", "/slow.json")) for _ in range(5)]
        await until(lambda: bool(slow["/slow"] and slow["/slow.json"]))
        answers = [await asyncio.wait_for(ask(*request), 20) for request in (("POST", "/"), ("GET", "/health"))]
        over.set()
        return answers + await asyncio.gather(*waiting)

    assert run(every) == [b"True"] * 27


def photo_of(address: str, session: str) -> dict[str, Any]:
    kind = "multipart/form-data; boundary=x"
    return asked("POST", "/games/a/rounds/1/photo/2", address, CONTENT_TYPE=kind, HTTP_COOKIE=f"roundhouse={session}")


def test_the_door_and_the_pages_of_photos_have_the_same_word() -> None:
    assert photos.PHOTOS_ARE_FULL == PHOTOS_ARE_FULL


def test_photos_are_read_one_at_a_time_and_what_finds_no_room_is_told_at_once() -> None:
    over, at_once = threading.Event(), Counter[str]()

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        start("200 OK", [])
        if PHOTOS_ARE_FULL in environ:
            return [b"full"]
        at_once["now"] += 1
        at_once["most"] = max(at_once["most"], at_once["now"])
        over.wait(60)
        at_once["now"] -= 1
        return [b"read"]

    async def send_all() -> tuple[list[bytes], list[bytes]]:
        opened = Door(app)
        senders = [("192.0.2.1", "ana"), ("192.0.2.1", "ben"), ("192.0.2.2", "cai")]
        reading = [asyncio.create_task(opened.answer(photo_of(*sender))) for sender in senders[:2]]
        await asyncio.sleep(0)
        # The same session again, and a third session of an address.
        refused = [
            await opened.answer(photo_of("192.0.2.3", "ana")),
            await opened.answer(photo_of("192.0.2.1", "dot")),
        ]
        reading.append(asyncio.create_task(opened.answer(photo_of(*senders[2]))))
        await asyncio.sleep(0)
        photos = [photo_of(f"192.0.2.{number}", f"fay-{number}") for number in (4, 5)]
        reading += [asyncio.create_task(opened.answer(photo)) for photo in photos]
        await asyncio.sleep(0)
        refused.append(await opened.answer(photo_of("192.0.2.6", "gus")))
        over.set()
        read = await asyncio.gather(*reading)
        return [page for _, _, page in refused], [
            page for _, _, page in [*read, await opened.answer(photo_of("192.0.2.1", "ana"))]
        ]

    assert run(send_all) == ([b"full"] * 3, [b"read"] * 6)
    assert at_once["most"] == 1


def test_only_the_page_of_health_passes_by_the_turns() -> None:
    over = threading.Event()

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        if "slow" in environ["PATH_INFO"]:
            over.wait(60)
        start("200 OK", [])
        return [b""]

    async def ask_all() -> list[bool]:
        opened = Door(app, sub_path="/roundhouse")
        waiting = [asyncio.create_task(opened.answer(asked("GET", path))) for path in ("/slow", "/rulings/health")]
        for path in ("/health", "/roundhouse/health"):
            await opened.answer(asked("GET", path))
        waiting.append(asyncio.create_task(opened.answer(asked("PUT", "/health"))))
        await asyncio.sleep(0.1)
        done = [task.done() for task in waiting]
        over.set()
        await asyncio.gather(*waiting)
        return done

    assert run(ask_all) == [False, False, False]


def test_addresses_take_turns_and_within_an_address_sessions() -> None:
    answered: list[str] = []

    async def ask_all() -> list[str]:
        workers = Workers(1, "one", each=1)
        await asyncio.gather(
            *(
                workers.ask(partial(answered.append, f"stranger {number}"), "192.0.2.1", "a", "192.0.2.1")
                for number in range(4)
            ),
            workers.ask(partial(answered.append, "hall, Ana"), "192.0.2.2", "ana", "192.0.2.2"),
            workers.ask(partial(answered.append, "hall, Ana again"), "192.0.2.2", "ana", "192.0.2.2"),
            workers.ask(partial(answered.append, "hall, Ben"), "192.0.2.2", "ben", "192.0.2.2"),
        )
        return answered

    assert run(ask_all) == [
        "stranger 0",
        "hall, Ana",
        "stranger 1",
        "hall, Ben",
        "stranger 2",
        "hall, Ana again",
        "stranger 3",
    ]


def test_however_many_clubs_an_address_has_they_take_turns_with_one_club_elsewhere() -> None:
    answered: list[str] = []

    async def ask_all() -> list[str]:
        workers = Workers(1, "one", each=1)
        await asyncio.gather(
            *(
                workers.ask(partial(answered.append, f"many {club}"), f"club {club}", "a", "192.0.2.1")
                for club in range(4)
            ),
            workers.ask(partial(answered.append, "a stranger"), "192.0.2.1", "b", "192.0.2.1"),
            workers.ask(partial(answered.append, "the Smiths"), "club smith", "c", "192.0.2.2"),
        )
        return answered

    assert run(ask_all) == ["many 0", "a stranger", "the Smiths", "many 1", "many 2", "many 3"]


def test_an_address_has_one_long_answer_at_a_time() -> None:
    now, most = Counter[str](), Counter[str]()

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        address = environ["REMOTE_ADDR"]
        now[address] += 1
        most[address] = max(most[address], now[address])
        time.sleep(0.05)
        now[address] -= 1
        start("200 OK", [])
        return [b""]

    async def take_along() -> list[int]:
        opened = Door(app)
        many = [opened.answer(asked("GET", "/club.json", HTTP_COOKIE=f"roundhouse={number}")) for number in range(5)]
        other_answer = opened.answer(asked("GET", "/club.json", "192.0.2.2"))
        return [answer[0] for answer in await asyncio.gather(*many, other_answer)]

    assert run(take_along) == [200] * 6
    assert most == {"192.0.2.1": 1, "192.0.2.2": 1}


def test_the_waiting_forms_of_one_address_hold_no_more_than_four_files() -> None:
    over = threading.Event()

    def app(_environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        over.wait(60)
        start("200 OK", [])
        return [b""]

    async def send_all() -> list[int]:
        opened = Door(app)
        half = str(door.MOST_WAITING // 2 - 2000)
        many = [asyncio.create_task(opened.answer(asked("POST", "/start", CONTENT_LENGTH=half))) for _ in range(3)]
        many.append(asyncio.create_task(opened.answer(asked("POST", "/start", "192.0.2.2", CONTENT_LENGTH="900"))))
        await asyncio.sleep(0)
        over.set()
        answers = await asyncio.gather(*many, return_exceptions=True)
        answers.append(await opened.answer(asked("POST", "/start", CONTENT_LENGTH=half)))
        return [answer[0] if isinstance(answer, tuple) else cast(RefusedError, answer).status for answer in answers]

    assert run(send_all) == [200, 200, 503, 200, 200]


def test_after_long_work_an_address_rests_and_others_do_not() -> None:
    order: list[str] = []

    def work(who: str) -> None:
        begun = time.thread_time()
        while who == "stranger" and time.thread_time() < begun + 0.1:
            pass
        order.append(who)

    async def ask_all() -> list[str]:
        workers = Workers(2, "two", each=1, rest=Rest(20))
        await asyncio.gather(
            *(workers.ask(partial(work, who), "192.0.2.1", "a", "192.0.2.1") for who in ("stranger", "stranger again")),
            *(
                workers.ask(partial(work, f"hall {number}"), f"198.51.100.{number}", "b", f"198.51.100.{number}")
                for number in range(5)
            ),
        )
        return order

    assert run(ask_all)[-1] == "stranger again"


def test_nobody_rests_in_a_new_process_nor_after_light_work_nor_longer_than_the_most() -> None:
    def work(seconds: float) -> None:
        begun = time.thread_time()
        while time.thread_time() < begun + seconds:
            pass

    async def two_pages(seconds: float, rest: Rest) -> float:
        workers = Workers(2, "two", each=1, rest=rest)
        await workers.ask(partial(work, seconds), "192.0.2.1", "a", "192.0.2.1")
        begun = time.monotonic()
        await workers.ask(partial(work, 0.0), "192.0.2.1", "a", "192.0.2.1")
        return time.monotonic() - begun

    assert run(lambda: two_pages(0.1, Rest(60, warm=60))) < 4
    assert run(lambda: two_pages(0.1, Rest(60, most=0.001))) < 4
    assert run(lambda: two_pages(0.1, Rest(15))) > 1
    # A score that is entered on a small machine.
    assert run(lambda: two_pages(0.02, Rest(300))) < 4


def test_phones_of_a_club_do_not_wait_for_a_stranger_at_their_address() -> None:
    ended: list[str] = []

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        begun = time.thread_time()
        while environ["PATH_INFO"] == "/long" and time.thread_time() < begun + 0.1:
            pass
        ended.append(environ["PATH_INFO"])
        if environ["HTTP_COOKIE"] == "roundhouse=ana":
            environ[COUNTED_AS] = "club a"
        start("200 OK", [])
        return [b""]

    async def enter() -> float:
        opened = Door(app)
        await opened.answer(asked("GET", "/games/a", HTTP_COOKIE="roundhouse=ana"))
        long = [
            opened.answer(asked("POST", "/long", HTTP_COOKIE=f"roundhouse={number}"))
            for number in range(FORMS_AT_ONCE + 4)
        ]
        waiting = [asyncio.create_task(answer) for answer in long]
        await until(lambda: ended.count("/long") == door.FORMS_OF_A_VISITOR)
        begun = time.monotonic()
        await opened.answer(asked("POST", "/games/a/rounds/1", HTTP_COOKIE="roundhouse=ana"))
        seconds = time.monotonic() - begun
        assert not all(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        return seconds

    assert run(enter) < 4
    assert keyring.COUNTED_AS == COUNTED_AS


def test_a_house_with_many_addresses_is_one_visitor() -> None:
    most, now = 0, 0

    def app(_environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        nonlocal most, now
        now += 1
        most = max(most, now)
        time.sleep(0.05)
        now -= 1
        start("200 OK", [])
        return [b""]

    async def ask_all() -> None:
        opened = Door(app)
        await asyncio.gather(*(opened.answer(asked("GET", "/", f"2001:db8::{number}")) for number in range(1, 4)))

    run(ask_all)
    assert most == 1


def test_what_the_app_raises_reaches_who_asked_and_the_next_gets_the_thread() -> None:
    async def fail() -> float:
        workers = Workers(1, "one", each=1)
        with pytest.raises(ZeroDivisionError):
            await workers.ask(lambda: 1 / 0, "", "", "")
        return await workers.ask(lambda: 1 / 2, "", "", "")

    assert run(fail) == 0.5


def test_a_thread_is_not_kept_for_somebody_who_has_gone_away() -> None:
    async def leave() -> str:
        workers = Workers(1, "one", each=1)
        first = asyncio.create_task(workers.ask(lambda: "1", "a", "", "a"))
        gone = asyncio.create_task(workers.ask(lambda: "2", "b", "", "b"))
        await asyncio.sleep(0)
        gone.cancel()
        await first
        return await asyncio.wait_for(workers.ask(lambda: "3", "c", "", "c"), 20)

    assert run(leave) == "3"


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


def test_beyond_what_may_be_held_the_biggest_body_goes_that_is_still_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_HELD", 100)
    opened, bodies = Door(lambda *_: []), [Body(sender) for sender in ("ana", "ben", "cai")]
    opened.arriving.update(bodies)

    opened.hold(bodies[0], b"x" * 60)
    opened.hold(bodies[1], b"x" * 30)
    opened.hold(bodies[2], b"x" * 20)
    for dropped in (bodies[0], bodies[1]):
        with pytest.raises(RefusedError):
            opened.hold(dropped, b"x" * 81)

    assert opened.arriving == {bodies[2]}


def test_of_too_much_that_is_coming_in_goes_what_comes_from_the_greediest_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "MOST_HELD", 100)
    opened, bodies = Door(lambda *_: []), [Body(sender) for sender in ("stranger", "stranger", "stranger", "hall")]
    opened.arriving.update(bodies)

    for body, size in zip(bodies, (20, 21, 19, 50), strict=True):
        opened.hold(body, b"x" * size)

    assert opened.arriving == {bodies[0], bodies[2], bodies[3]}


def test_only_a_browsers_own_cookie_makes_its_session() -> None:
    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        environ[COUNTED_AS] = "club a"
        start("200 OK", [])
        return [b""]

    async def open_twice() -> int:
        opened = Door(app)
        for number in range(20):
            cookies = f"other={number}; roundhouse=ana.at.{'~' * number}signature; more={number}"
            await opened.answer(asked("GET", "/sheet", HTTP_COOKIE=cookies))
        return len(opened.counted_as)

    assert run(open_twice) == 1


@pytest.mark.parametrize(
    "cookies", ["roundhouse =ana", "x=1;  roundhouse=ana", "roundhouse=ana ", "ROUNDHOUSE=ana", ""]
)
def test_no_spelling_of_a_cookie_counts_phones_without_one_as_a_club(cookies: str) -> None:
    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        environ[COUNTED_AS] = "club a"
        start("200 OK", [])
        return [b""]

    async def open_oddly() -> list[str]:
        opened = Door(app)
        await opened.answer(asked("GET", "/sheet", HTTP_COOKIE="roundhouse=ana"))
        await opened.answer(asked("GET", "/sheet", HTTP_COOKIE=cookies))
        return [session for session, *_ in opened.counted_as]

    counted = run(open_oddly)
    assert len(counted) == 1 and "" not in counted


def test_only_the_pages_of_photos_have_their_own_thread() -> None:
    kind = "multipart/form-data; boundary=b"

    for path in ("/games/photo12345/changes", "/clubs/photo/import", "/games/a/rounds/1/photo/2/tiles"):
        assert not carries_photo(asked("POST", path, CONTENT_TYPE=kind))
    for path in ("/games/a/rounds/1/photo/2", "/games/a/rounds/1/table/hand/photo"):
        assert carries_photo(asked("POST", path, CONTENT_TYPE=kind))


def test_far_too_long_headers_and_addresses_are_refused_and_not_kept() -> None:
    scope: Any = SimpleNamespace(
        headers={"cookie": "roundhouse=ana; more=" + "x" * 300_000}, query_string="", server="127.0.0.1:8000"
    )
    with pytest.raises(RefusedError) as refused:
        environ_of(scope)
    assert refused.value.status == 431

    scope.headers, scope.client, scope.method, scope.path = {"cookie": "a=;" * 7000}, "192.0.2.1:5", "GET", "/"
    scope.http_version, scope.scheme = "1.1", "http"
    with pytest.raises(RefusedError) as refused:
        environ_of(scope)
    assert refused.value.status == 400

    scope.headers, scope.query_string = {}, "%e9=%e9&" * 7900
    with pytest.raises(RefusedError) as refused:
        environ_of(scope)
    assert refused.value.status == 400


def test_so_many_pages_of_a_stranger_wait_and_no_more() -> None:
    over = threading.Event()

    def app(_environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        over.wait(60)
        start("200 OK", [])
        return [b""]

    async def ask_for_many() -> Counter[int]:
        opened = Door(app)
        long = "x" * 20_000
        many = [asyncio.create_task(opened.answer(asked("GET", "/", HTTP_X_LONG=long))) for _ in range(1000)]
        many.append(asyncio.create_task(opened.answer(asked("GET", "/", "192.0.2.2"))))
        await asyncio.sleep(0)
        over.set()
        answers = await asyncio.gather(*many, return_exceptions=True)
        assert isinstance(answers[-1], tuple)
        return Counter(
            answer[0] if isinstance(answer, tuple) else cast(RefusedError, answer).status for answer in answers
        )

    answers = run(ask_for_many)
    assert 700 < answers[200] < 850 and answers[200] + answers[503] == 1001


def test_a_sheet_that_asks_for_news_stays_with_its_club_and_no_other_page_does() -> None:
    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        if environ["PATH_INFO"] == "/roundhouse/games/a":
            environ[COUNTED_AS] = "club a"
        start("204 No Content" if environ["PATH_INFO"].endswith("/news") else "200 OK", [])
        return [b""]

    async def ask_for_news() -> tuple[float, float]:
        opened = Door(app, sub_path="/roundhouse")
        await opened.answer(asked("GET", "/roundhouse/games/a", HTTP_COOKIE="roundhouse=ana.s"))
        [(_, before)] = opened.counted_as.values()
        for path in ("games/b/news", "r/other"):
            await opened.answer(asked("GET", f"/roundhouse/{path}", HTTP_COOKIE="roundhouse=ana.s"))
        assert [*opened.counted_as.values()] == [("club a", before)]
        for session in ("ana", "eve"):
            await opened.answer(asked("GET", "/roundhouse/games/a/news", HTTP_COOKIE=f"roundhouse={session}.s"))
        [(_, after)] = opened.counted_as.values()
        return before, after

    before, after = run(ask_for_news)
    assert before < after


def test_a_page_that_nobody_waits_for_any_more_is_not_made_and_a_form_is_carried_out() -> None:
    made: list[str] = []

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        made.append(environ["REQUEST_METHOD"])
        start("200 OK", [])
        return [b""]

    async def hang_up() -> None:
        opened = Door(app)
        with pytest.raises(RefusedError):
            await opened.answer(asked("GET", "/slow"), lambda: True)
        await opened.answer(asked("POST", "/scores"), lambda: True)
        await opened.answer(asked("GET", "/"), lambda: False)

    run(hang_up)
    assert made == ["POST", "GET"]


@pytest.mark.parametrize("moments", range(8))
def test_whoever_goes_away_at_any_moment_gives_the_thread_back(moments: int) -> None:
    async def every() -> str:
        threads = Workers(1, "one", each=1)
        asking = [
            asyncio.create_task(threads.ask(partial(str, who), "hall", who, who)) for who in ("Ana", "Ben", "Cai")
        ]
        await asyncio.wait(asking[:1])
        for _ in range(moments):
            await asyncio.sleep(0)
        for task in asking:
            task.cancel()
        return await asyncio.wait_for(threads.ask(partial(str, "Dot"), "hall", "Dot", "Dot"), 20)

    assert run(every) == "Dot"
