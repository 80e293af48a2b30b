"""The door's choice: which requests are answered at once, which get a thread, and which are turned away."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from commands import door
from commands.door import Door, _Body, _RefusedError
from commands.workers import Workers

T = TypeVar("T")
Asked = Callable[..., list[str]]


def run(ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of a coroutine, run in a thread of its own, because the browser's tests leave a running loop in this one."""
    with ThreadPoolExecutor(1, "loop") as thread:
        return thread.submit(lambda: asyncio.run(ask())).result()


@pytest.fixture
def asked() -> Asked:
    """The door before an app that names its thread, and takes as long as its query says."""

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        time.sleep(float(environ["QUERY_STRING"] or 0))
        more = [("Content-Disposition", "attachment")] if environ["PATH_INFO"] == "/file" else []
        start("404 Not Found" if environ["PATH_INFO"] == "/none" else "200 OK", more)
        return [threading.current_thread().name.encode()]

    def ask(*requests: tuple[str, str, str]) -> list[str]:
        async def every() -> list[str]:
            opened = Door(app, may_be_quick=True)
            answers = []
            for method, path, seconds in requests:
                asked = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": seconds}
                answers.append((await opened._answer(asked))[2].decode().partition(" ")[0])
            return answers

        return run(every)

    return ask


def test_a_page_that_was_quick_is_answered_at_once(asked: Asked) -> None:
    assert asked(("GET", "/", ""), ("GET", "/", ""), ("GET", "/other", "")) == ["worker", "loop_0", "worker"]


def test_a_page_that_was_slow_gets_a_thread_for_a_while(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = ("GET", "/", "0.06"), ("GET", "/", "")

    assert asked(slow, slow, quick, quick, quick) == ["worker"] * 5
    monkeypatch.setattr(door, "SLOW_SECONDS", 0)
    assert asked(slow, slow, quick, quick, slow, quick) == ["worker", "worker", "worker", "loop_0", "loop_0", "worker"]


def test_the_first_answer_of_a_page_may_be_slow(asked: Asked) -> None:
    slow, quick = ("GET", "/", "0.06"), ("GET", "/", "")

    assert asked(slow, quick, quick) == ["worker", "worker", "loop_0"]


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("GET", "/file"), ("GET", "/none")])
def test_forms_files_and_errors_always_get_a_thread(asked: Asked, method: str, path: str) -> None:
    assert asked(*[(method, path, "")] * 3) == ["worker"] * 3


def test_the_health_of_the_server_is_told_while_every_worker_waits() -> None:
    over = threading.Event()

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        is_health = environ["PATH_INFO"] == "/health"
        is_answered = is_health or over.wait(5)
        start("200 OK", [])
        return [str(is_answered).encode()]

    async def every() -> list[bytes]:
        opened = Door(app, may_be_quick=True)

        async def ask(path: str) -> bytes:
            return (await opened._answer({"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": ""}))[2]

        waiting = [asyncio.create_task(ask(f"/{number}")) for number in range(20)]
        await asyncio.sleep(0.6)
        told = [await asyncio.wait_for(ask("/health"), 2) for _ in range(3)]
        over.set()
        return told + await asyncio.gather(*waiting)

    assert run(every) == [b"True"] * 23


def test_a_request_that_waits_hands_its_turn_on() -> None:
    ended: list[float] = []

    def rest(seconds: float) -> None:
        time.sleep(seconds)
        ended.append(seconds)

    async def both() -> list[float]:
        workers = Workers(rest)
        await asyncio.gather(workers.ask(0.4), workers.ask(0.01), workers.ask(0.02))
        return ended

    assert run(both) == [0.01, 0.02, 0.4]


def test_few_long_answers_are_worked_on_at_once_and_few_wait() -> None:
    """Eight exports would take every thread. Nine and more would queue for minutes."""
    now, most = [0], [0]

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        now[0] += 1
        most[0] = max(most[0], now[0])
        time.sleep(0.1)
        now[0] -= 1
        start("200 OK", [])
        return [b""]

    async def take_along() -> list[int]:
        opened = Door(app, may_be_quick=False)
        asked = {"REQUEST_METHOD": "GET", "QUERY_STRING": ""}
        many = [opened._answer({**asked, "PATH_INFO": f"/clubs/{number}/club.json"}) for number in range(12)]
        answers = await asyncio.gather(*many, return_exceptions=True)
        refused = [one.status for one in answers if isinstance(one, _RefusedError)]
        return [one[0] for one in answers if isinstance(one, tuple)] + refused

    assert sorted(run(take_along)) == [200] * door.MOST_LONG_WAITING + [503] * 2
    assert most[0] == door.MOST_LONG


def test_what_the_app_raises_reaches_who_asked() -> None:
    def share(parts: int) -> float:
        return 1 / parts

    async def fail() -> None:
        await Workers(share).ask(0)

    with pytest.raises(ZeroDivisionError):
        run(fail)


def test_beyond_what_may_be_held_the_biggest_body_goes_that_is_still_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_HELD", 100)

    async def fill() -> tuple[list[bool], int]:
        opened = Door(lambda *_: [], may_be_quick=True)
        bodies = [_Body() for _ in range(3)]
        for body in bodies:
            body.reader = asyncio.create_task(asyncio.sleep(10))
            opened.bodies.add(body)
        opened._hold(bodies[0], b"x" * 60)
        opened._hold(bodies[1], b"x" * 30)
        opened._hold(bodies[2], b"x" * 20)
        await asyncio.sleep(0)
        with pytest.raises(_RefusedError):
            opened._hold(bodies[1], b"x" * 80)
        return [bool(body.reader) for body in bodies], opened.held

    assert run(fill) == ([False, True, True], 130)
