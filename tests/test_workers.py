"""The turns of the request reader's threads: no stranger holds up everybody else."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import pytest

from commands.workers import Rest, Workers

T = TypeVar("T")


def run(ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of a coroutine, run in its own thread because the browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(1, "loop") as thread:
        return thread.submit(lambda: asyncio.run(ask())).result()


def busy(seconds: float) -> None:
    """Keep the processor busy for so long, as a long request does."""
    begun = time.thread_time()
    while time.thread_time() < begun + seconds:
        pass


@pytest.mark.parametrize(
    ("asking", "answered"),
    [
        (["stranger a stranger"] * 4 + ["hall ana hall", "hall ana hall", "hall ben hall"], "a ana a ben a ana a"),
        ([f"club{club} a house" for club in range(4)] + ["house b house", "smiths c elsewhere"], "a b c a a a"),
    ],
    ids=["addresses, and within an address sessions", "one club elsewhere, however many clubs an address has"],
)
def test_whoever_asks_for_little_takes_turns_with_who_asks_for_much(asking: list[str], answered: str) -> None:
    sessions: list[str] = []

    async def ask_all() -> None:
        workers = Workers(1, "one", each=1)
        await asyncio.gather(
            *(workers.ask(partial(sessions.append, whose.split()[1]), *whose.split()) for whose in asking)
        )

    run(ask_all)
    assert " ".join(sessions) == answered


@pytest.mark.parametrize(
    ("seconds", "rest", "who", "waits"),
    [
        (0.1, Rest(30), "stranger", True),
        (0.1, Rest(30), "hall", False),
        (0.1, Rest(60, warm=60), "stranger", False),
        (0.1, Rest(60, most=0.001), "stranger", False),
        (0.02, Rest(300), "stranger", False),
    ],
    ids=["it rests", "others do not", "a new process", "no longer than the most", "a score on a small machine"],
)
def test_after_long_work_an_address_rests(seconds: float, rest: Rest, who: str, waits: bool) -> None:
    async def next_page() -> float:
        workers = Workers(1, "one", each=1, rest=rest)
        await workers.ask(partial(busy, seconds), "stranger", "a", "stranger")
        begun = time.monotonic()
        await workers.ask(partial(busy, 0), who, "a", who)
        return time.monotonic() - begun

    assert (run(next_page) > 2.5) == waits


def test_what_the_app_raises_reaches_who_asked_and_the_next_gets_the_thread() -> None:
    async def fail() -> float:
        workers = Workers(1, "one", each=1)
        with pytest.raises(ZeroDivisionError):
            await workers.ask(lambda: 1 / 0, "", "", "")
        return await workers.ask(lambda: 1 / 2, "", "", "")

    assert run(fail) == 0.5


@pytest.mark.parametrize("moments", range(8))
def test_whoever_goes_away_at_any_moment_gives_the_thread_back(moments: int) -> None:
    async def leave() -> str:
        workers = Workers(1, "one", each=1)
        asking = [
            asyncio.create_task(workers.ask(partial(str, who), "hall", who, who)) for who in ("Ana", "Ben", "Cai")
        ]
        await asyncio.wait(asking[:1])
        for _ in range(moments):
            await asyncio.sleep(0)
        for task in asking:
            task.cancel()
        return await asyncio.wait_for(workers.ask(partial(str, "Dot"), "hall", "Dot", "Dot"), 20)

    assert run(leave) == "Dot"
