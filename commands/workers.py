"""Threads that answer requests in turn: many requests from one stranger wait behind a single one from somebody else."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from time import monotonic, thread_time
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

Answered = TypeVar("Answered")


class Rest(NamedTuple):
    """The wait after a visitor's request: `times` times its processor time, of which at most `most` seconds count.

    A request that took at most `light` seconds needs no rest: entering scores takes 4 ms on a fast machine, 20 on a
    small one, a page as much. There is no rest until the process is `warm` seconds old: a new process computes many
    things for the first time, just when all of a family's phones reconnect.
    """

    times: int
    light: float = 0.025
    most: float = inf
    warm: float = 0


class Workers:
    """Threads that work for visitors in turn. A visitor is a club or an address.

    A visitor has at most `each` requests at work or resting, and only one from a session. All clubs at an address have
    one at work, and so has the address itself. So the line for the threads, first come, first served, is never full of
    one address, and a visitor's sessions take turns, too. After long work, a thread is free for others immediately, but
    counts as the visitor's until its rest is over.
    """

    def __init__(self, threads: int, name: str, each: int, rest: Rest | None = None) -> None:
        self.each, self.rest, self.begun = each, rest, monotonic()
        self.pool = ThreadPoolExecutor(threads, name)
        # What may be held at once, by visitor, session and address; gone when nobody of them holds or waits for anything.
        self.turns = WeakValueDictionary[Hashable, asyncio.Semaphore]()

    async def ask(self, work: Callable[[], Answered], visitor: str, session: str, address: str) -> Answered:
        """The result of the work, from one of the threads. Raises whatever it raises."""
        async with self._turns((visitor, session), 1):
            loop, turns, seconds = asyncio.get_running_loop(), self._turns(visitor, self.each), 0.0
            await turns.acquire()
            try:
                async with self._turns((address, visitor == address), 1):
                    answered, seconds = await loop.run_in_executor(self.pool, _timed, work)
                return answered
            finally:
                if self.rest and seconds > self.rest.light and monotonic() - self.begun >= self.rest.warm:
                    loop.call_later(min(seconds, self.rest.most) * self.rest.times * self.each, turns.release)
                else:
                    turns.release()

    def _turns(self, whose: Hashable, most: int) -> asyncio.Semaphore:
        return self.turns.setdefault(whose, asyncio.Semaphore(most))


def _timed(work: Callable[[], Answered]) -> tuple[Answered, float]:
    """The result of the work, and the seconds of processor time that it took."""
    begun = thread_time()
    return work(), thread_time() - begun
