"""Threads that answer requests, in turns: many requests of one stranger wait behind a single one of somebody else."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")
Place = asyncio.Future[None]


class Workers(Generic[Asked, Answered]):
    """Threads that run one function. Addresses take turns, and within an address its sessions."""

    def __init__(self, run: Callable[[Asked], Answered], threads: int, name: str) -> None:
        self.run, self.free = run, threads
        self.pool = ThreadPoolExecutor(threads, name)
        # Those who wait for a thread, by address and then by session. Whoever comes first has the next turn.
        self.waiting: dict[str, dict[str, deque[Place]]] = {}

    def count_waiting(self, address: str) -> int:
        """The number of requests of an address that wait for a thread."""
        return sum(map(len, self.waiting.get(address, {}).values()))

    async def ask(self, asked: Asked, address: str, session: str) -> Answered:
        """The answer, from one of the threads. Raises what the function raises."""
        if self.free:
            self.free -= 1
        else:
            place = Place()
            self.waiting.setdefault(address, {}).setdefault(session, deque()).append(place)
            await place
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, self.run, asked)
        finally:
            self._hand_on()

    def _hand_on(self) -> None:
        """Hand a thread on to the next in turn. Its session and its address go behind all others."""
        while self.waiting:
            address = next(iter(self.waiting))
            sessions = self.waiting.pop(address)
            session = next(iter(sessions))
            places = sessions.pop(session)
            place = places.popleft()
            if places:
                sessions[session] = places
            if sessions:
                self.waiting[address] = sessions
            # Whoever has gone away meanwhile needs no thread.
            if not place.done():
                place.set_result(None)
                return
        self.free += 1
