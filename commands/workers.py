"""Threads that answer requests in turn: many requests from one stranger wait behind a single one from somebody else."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from time import monotonic, thread_time
from typing import Generic, NamedTuple, TypeVar

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")
Place = asyncio.Future[None]

# The most processor time after which no rest is needed. Entering scores takes 4 ms on a fast machine, 20 on a small one.
# Six of a stranger's forms with as much work hold up an entry for 150 ms.
LIGHT_SECONDS = 0.025


class Rest(NamedTuple):
    """The wait after a visitor's slow request: `times` times its duration, of which at most `most` seconds count.

    There is no rest until the process is `warm` seconds old. A new process computes many things for the first
    time, just when all of a family's phones reconnect.
    """

    times: int
    most: float = inf
    warm: float = 0


class Workers(Generic[Asked, Answered]):
    """Threads that run one function for visitors in turn. A visitor is a club or an address.

    The sessions of a visitor take turns too. A visitor has at most `each` threads at once. After long work, a thread is
    free for others immediately, but counts as the visitor's until its rest period is over.
    """

    def __init__(
        self, run: Callable[[Asked], Answered], threads: int, name: str, each: int, rest: Rest | None = None
    ) -> None:
        self.run, self.free, self.each, self.rest = run, threads, each, rest
        self.begun = monotonic()
        self.pool = ThreadPoolExecutor(threads, name)
        # The number of threads that are working or resting for each visitor.
        self.held = Counter[str]()
        # The requests that wait for a thread, by visitor and then by session. The first in line gets the next turn.
        self.waiting: dict[str, dict[str, deque[Place]]] = {}

    def count_waiting(self, visitor: str) -> int:
        """The number of a visitor's requests that are waiting for a thread."""
        return sum(map(len, self.waiting.get(visitor, {}).values()))

    async def ask(self, asked: Asked, visitor: str, session: str) -> Answered:
        """The function's answer, from one of the threads. Raises whatever the function raises."""
        place = Place()
        self.waiting.setdefault(visitor, {}).setdefault(session, deque()).append(place)
        self._hand_on()
        try:
            await place
        except asyncio.CancelledError:
            # The request may have been given its turn at the very moment when it was canceled.
            if not place.cancelled():
                self.free += 1
                self._let_go(visitor)
            raise
        loop, seconds = asyncio.get_running_loop(), 0.0
        try:
            answered, seconds = await loop.run_in_executor(self.pool, self._timed, asked)
            return answered
        finally:
            self.free += 1
            if self.rest and seconds > LIGHT_SECONDS and monotonic() - self.begun >= self.rest.warm:
                loop.call_later(min(seconds, self.rest.most) * self.rest.times * self.each, self._let_go, visitor)
                self._hand_on()
            else:
                self._let_go(visitor)

    def _timed(self, asked: Asked) -> tuple[Answered, float]:
        """The answer, and the seconds of processor time that it took."""
        begun = thread_time()
        return self.run(asked), thread_time() - begun

    def _let_go(self, visitor: str) -> None:
        self.held -= Counter({visitor: 1})
        self._hand_on()

    def _hand_on(self) -> None:
        """Give each free thread to the request that is next in turn, and move its session and visitor to the end of the queue."""
        while self.free:
            visitor = next((visitor for visitor in self.waiting if self.held[visitor] < self.each), None)
            if visitor is None:
                return
            sessions = self.waiting.pop(visitor)
            session = next(iter(sessions))
            places = sessions.pop(session)
            place = places.popleft()
            if places:
                sessions[session] = places
            if sessions:
                self.waiting[visitor] = sessions
            # A request that has been canceled meanwhile needs no thread.
            if not place.done():
                self.free -= 1
                self.held[visitor] += 1
                place.set_result(None)
