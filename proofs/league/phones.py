"""Phones of a league evening, a thousand in one process. Each keeps a connection, and polls as often as its page would."""

import asyncio
import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

from proofs.page import first, tokens_of

# As static/roundhouse.js asks: while something was just entered, and else.
LIVELY_PAUSE, PAUSE = 2.0, 5.0
# A form that was answered by 503 is sent again after this time.
AGAIN = 5.0
_LONGEST = 30.0


@dataclass
class Watch:
    """How many seconds each answer took, and at which second of the evening it came, by kind of request and status."""

    begun: float = field(default_factory=time.monotonic)
    answers: dict[tuple[str, int], list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def note(self, kind: str, status: int, begun: float) -> None:
        """Record the answer to a request that was sent at `begun`. A status of 0 means no answer."""
        now = time.monotonic()
        self.answers[kind, status].append((now - self.begun, now - begun))


class LeaguePhone:
    """A phone with a key and its own connection."""

    def __init__(self, port: int, link: str, watch: Watch, luck: Random) -> None:
        self.port, self.link, self.watch, self.luck = port, link, watch, luck
        self.cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, kind: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The status, the redirect address and the page. If there is no answer, the status is 0 and the others are empty."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(_LONGEST):
                answer = await self._ask(path, fields)
        except (OSError, EOFError, TimeoutError):
            self.close()
            answer = 0, "", ""
        self.watch.note(kind, answer[0], begun)
        return answer

    async def _ask(self, path: str, fields: dict[str, str] | None) -> tuple[int, str, str]:
        body = urlencode(fields).encode() if fields else b""
        head = [f"{'POST' if fields else 'GET'} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {self.cookie}"]
        if fields:
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        request = "\r\n".join([*head, "", ""]).encode() + body
        try:
            return await self._send(request)
        except (ConnectionError, EOFError):
            # The server closes connections that were silent for long. A form may be sent again: it is entered once.
            self.close()
            return await self._send(request)

    async def _send(self, request: bytes) -> tuple[int, str, str]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if cookie := re.search(r"(?mi)^set-cookie: ([^;\r]+)", head):
            self.cookie = cookie[1]
        length = re.search(r"(?mi)^content-length: (\d+)", head)
        page = (await reader.readexactly(int(length[1]))).decode() if length else ""
        if re.search(r"(?mi)^connection: close", head):
            self.close()
        location = re.search(r"(?mi)^location: ([^\r]+)", head)
        return int(head.split(" ", 2)[1]), location[1] if location else "", page

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def arrive(self) -> str:
        """Open the key's link. Returns the address of the game."""
        return (await self.ask("arrive", self.link))[1]

    async def follow(self, game: str, until: float) -> None:
        """Watch the sheet until this moment, polling for news as often as the page would."""
        await asyncio.sleep(self.luck.uniform(0, PAUSE))
        status, _, page = await self.ask("page", f"{game}/follow")
        while status != 200 and time.monotonic() < until:
            await asyncio.sleep(AGAIN)
            status, _, page = await self.ask("page", f"{game}/follow")
        lively_until = time.monotonic()
        while time.monotonic() < until:
            if status == 200:
                address = first(r'hx-get="([^"]+)"', page, 1).replace("&amp;", "&")
                lively = re.search(r'data-lively="(\d+)"', page)
                lively_until = time.monotonic() + int(lively[1] if lively else 0)
            await asyncio.sleep(LIVELY_PAUSE if time.monotonic() < lively_until else PAUSE)
            status, _, page = await self.ask("poll", address)


class KeepersPhone(LeaguePhone):
    """A phone that keeps score. `entered` counts the rounds that were acknowledged."""

    entered = 0

    async def keep(self, game: str, until: float, shortest: float, longest: float) -> None:
        """Enter a round now and then, thirteen at most, and watch the sheet meanwhile."""
        number = 1
        pause = self.luck.uniform(0, longest)
        while time.monotonic() + pause < until and number <= 13:
            await self.follow(game, time.monotonic() + pause)
            await self.enter(game, number)
            number += 1
            pause = self.luck.uniform(shortest, longest)
        await self.follow(game, until)

    async def enter(self, game: str, number: int) -> None:
        """Enter a round: open its form, send it until it is acknowledged, and follow the redirect."""
        address = f"{game}/rounds/{number}"
        status, _, page = await self.ask("form", address)
        while status != 200:
            await asyncio.sleep(AGAIN)
            status, _, page = await self.ask("form", address)
        seats = list(dict.fromkeys(re.findall(r'name="hand_(\d+)-left"', page)))
        fields = tokens_of(page) | {f"hand_{seat}-left": str(self.luck.randint(1, 60)) for seat in seats[1:]}
        fields[f"hand_{seats[0]}-out"] = "y"
        status, location, page = await self.ask("entry", address, fields)
        while status in (0, 503):
            await asyncio.sleep(AGAIN)
            status, location, page = await self.ask("entry", address, fields)
        if status != 303:
            raise RuntimeError(f"{status}: {re.sub('<[^>]+>', ' ', page)[-800:]}")
        self.entered += 1
        await self.ask("page", location)
