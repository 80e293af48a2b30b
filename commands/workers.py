"""Threads that answer requests one after the other. While a request waits for something, the next one starts."""

import asyncio
import sys
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Generic, TypeVar

# Busy requests only slow each other down in threads. A request that takes longer than this is probably waiting.
SLOW_SECONDS = 0.05
MOST_AT_ONCE = 8
# How long a thread keeps the interpreter while another wants it. Alone, a short page should not be interrupted;
# beside a long piece of work it would have to wait that long some thirty times.
ALONE_SECONDS, BESIDE_SECONDS = 0.02, 0.001

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


class Workers(Generic[Asked, Answered]):
    """Threads that run one function. Everything except the function itself runs in the event loop's thread."""

    def __init__(self, run: Callable[[Asked], Answered]) -> None:
        self.run = run
        self.waiting: deque[tuple[Asked, asyncio.Future[Answered]]] = deque()
        self.queue: SimpleQueue[tuple[Asked, asyncio.Future[Answered]]] = SimpleQueue()
        # The request whose turn it is, the start of its turn, and the number of running requests.
        self.turn: asyncio.Future[Answered] | None = None
        self.since = 0.0
        self.running = 0
        self.is_watched = False
        # The event loop of the first request, set when that comes.
        self.loop: asyncio.AbstractEventLoop
        self.is_started = False

    def ask(self, asked: Asked) -> asyncio.Future[Answered]:
        """A future with the answer. It raises what the function raises."""
        if not self.is_started:
            self._start(asyncio.get_running_loop())
        future = self.loop.create_future()
        self.waiting.append((asked, future))
        self._go_on()
        return future

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.is_started = loop, True
        sys.setswitchinterval(ALONE_SECONDS)
        for number in range(MOST_AT_ONCE):
            threading.Thread(target=self._work, name=f"worker {number}", daemon=True).start()

    def _go_on(self) -> None:
        if self.turn is None and self.waiting and self.running < MOST_AT_ONCE:
            asked, self.turn = self.waiting.popleft()
            self.since = self.loop.time()
            self.running += 1
            self.queue.put((asked, self.turn))
            if not self.is_watched:
                self.is_watched = True
                self.loop.call_later(SLOW_SECONDS / 2, self._watch)

    def _watch(self) -> None:
        """End the turn of a request that has run for long."""
        if self.turn and self.loop.time() - self.since > SLOW_SECONDS:
            self.turn = None
            sys.setswitchinterval(BESIDE_SECONDS)
            self._go_on()
        self.is_watched = self.turn is not None
        if self.is_watched:
            self.loop.call_later(SLOW_SECONDS / 2, self._watch)

    def _work(self) -> None:
        while True:
            asked, future = self.queue.get()
            settle: Callable[[], None]
            try:
                settle = partial(future.set_result, self.run(asked))
            except BaseException as error:
                settle = partial(future.set_exception, error)
            self.loop.call_soon_threadsafe(self._end, future, settle)

    def _end(self, future: asyncio.Future[Answered], settle: Callable[[], None]) -> None:
        self.running -= 1
        if not self.running:
            sys.setswitchinterval(ALONE_SECONDS)
        if self.turn is future:
            self.turn = None
        if not future.cancelled():
            settle()
        self._go_on()
