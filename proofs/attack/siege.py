"""Slow and silent connections: how well a server under siege still answers the phones at a table. Also times light pages.

`python -m proofs.attack.siege --old FOLDER` compares the light pages with those of another checkout of this repository.
"""

import argparse
import asyncio
import http.client
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from proofs.served import HERE, PORT, Browser, log_in, serving

# The most that a siege may multiply the p95, and the least share of an older server's speed that light pages keep.
MOST, LEAST = 3.0, 0.9
# The number of phones that look at the sheet, and their pause between two looks.
PHONES, PAUSE = 3, 0.01
# The light pages: connections, seconds of a turn, number of turns, and answers before a connection is opened again.
# The turns are short, so that a slow moment of the machine hits both servers alike.
LIGHT_PAGES = ("/bench/bare", "/")
AT_ONCE, LIGHT_SECONDS, TURNS, ANSWERS = 4, 1.0, 9, 50
# The longest time until all besiegers are there.
UP_SECONDS = 15.0
DRIP_SECONDS, DRIP = 1.0, b"a" * 10
FILL = "from proofs.app import create, fill; from models import db; app = create(); app.app_context().push(); fill(db)"


def _head(path: str, kind: str, length: str) -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\n{length}\r\n\r\n".encode()


_FORM = "application/x-www-form-urlencoded"
FIRST_WORDS = {
    "form": _head("/start", _FORM, "Content-Length: 500") + b"players-0=Al",
    "chunked form": _head("/start", _FORM, "Transfer-Encoding: chunked") + b"c\r\nplayers-0=Al\r\n",
    "file": _head("/import", "multipart/form-data; boundary=x", "Content-Length: 100000") + b"--x\r\nContent",
    "drip": _head("/start", _FORM, "Content-Length: 500") + b"players-0=Al",
    "silent": b"",
}


@dataclass(kw_only=True)
class Fate:
    """How the connections of one kind ended.

    Counts those that are still `open`, those that were `answered` (by status), those that were `cut` by the server
    without an answer, and those that were `missed` because they were not let in. `longest` is the longest time, in
    seconds, until a connection was answered or cut.
    """

    open: int = 0
    answered: Counter[int] = field(default_factory=Counter)
    cut: int = 0
    missed: int = 0
    longest: float = 0.0


Fates = dict[str, Fate]


@dataclass
class PageAnswers:
    """How many answers a page gave by status (0: no answer), and how long each took in seconds."""

    statuses: Counter[int]
    times: list[float]

    @property
    def p50(self) -> float:
        return statistics.median(self.times)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.times, n=100)[94]


@contextmanager
def besieged(port: int, halves: int, drips: int, silent: int, most_seconds: float = 120) -> Iterator[Fates]:
    """Besiege a server on this machine from another process.

    Yields the fates of the besiegers by kind; they are filled in at the end. `halves` of them send part of a
    form, `drips` go on to send ten more bytes of it each second, and `silent` send nothing. Those that are sent
    away come back at once. The block starts when all are connected. Raises RuntimeError if that takes over
    fifteen seconds. The besiegers leave after `most_seconds`.
    """
    context = multiprocessing.get_context("spawn")
    own_end, other_end = context.Pipe()
    fates: Fates = {}
    kinds = _kinds(halves, drips, silent)
    process = context.Process(target=_besiege_apart, args=(port, kinds, other_end, most_seconds), daemon=True)
    process.start()
    other_end.close()
    try:
        if not own_end.poll(UP_SECONDS + 5) or not own_end.recv():
            raise RuntimeError("The besiegers are not all there.")
        yield fates
        if own_end.poll():
            raise RuntimeError("The siege was over too early.")
        own_end.send("over")
        fates.update(own_end.recv())
    finally:
        own_end.close()
        process.terminate()
        process.join()


def _besiege_apart(port: int, kinds: Counter[str], pipe: Connection, most_seconds: float) -> None:
    with pipe:
        try:
            fates = asyncio.run(_besiege(port, kinds, pipe, most_seconds))
        except TimeoutError:
            pipe.send(False)
        else:
            pipe.send(fates)


def _kinds(halves: int, drips: int, silent: int) -> Counter[str]:
    """The number of besiegers of each kind.

    Of the half-sent forms, one in twenty is a file and one in twenty comes in chunks.
    """
    odd = halves // 20
    return Counter({"form": halves - 2 * odd, "chunked form": odd, "file": odd, "drip": drips, "silent": silent})


async def _besiege(port: int, kinds: Counter[str], pipe: Connection, most_seconds: float) -> Fates:
    """Report when all besiegers are connected, and continue until told to stop. Raises TimeoutError if they are too slow."""
    fates = {kind: Fate() for kind in kinds}
    besiegers = [asyncio.ensure_future(_return(port, kind, fates[kind])) for kind in kinds.elements()]
    try:
        async with asyncio.timeout(UP_SECONDS):
            while sum(fate.open for fate in fates.values()) < kinds.total():
                await asyncio.sleep(0.05)
        pipe.send(True)
        until = time.monotonic() + most_seconds
        while time.monotonic() < until and not pipe.poll():
            await asyncio.sleep(0.05)
        return {kind: Fate(**vars(fate)) for kind, fate in fates.items()}
    finally:
        for besieger in besiegers:
            besieger.cancel()
        await asyncio.gather(*besiegers, return_exceptions=True)


async def _return(port: int, kind: str, fate: Fate) -> None:
    """One besieger, who comes back whenever they are sent away."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            fate.missed += 1
            await asyncio.sleep(0.1)
        else:
            await _stay(reader, writer, kind, fate)


async def _stay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: str, fate: Fate) -> None:
    """Send the first bytes, and record how the connection ends."""
    fate.open += 1
    begun = time.monotonic()
    try:
        writer.write(FIRST_WORDS[kind])
        reply = await _hear(reader, writer, is_dripping=kind == "drip")
    finally:
        fate.open -= 1
        writer.close()
    fate.longest = max(fate.longest, time.monotonic() - begun)
    if reply:
        fate.answered[int(reply.split()[1])] += 1
    else:
        fate.cut += 1


async def _hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_dripping: bool) -> bytes:
    """The first bytes from the server; empty if it only closes the connection."""
    while not reader.exception():
        try:
            async with asyncio.timeout(DRIP_SECONDS if is_dripping else None):
                return await reader.read(4096)
        except TimeoutError:
            writer.write(DRIP)
        except OSError:
            break
    return b""


def measure(port: int, path: str, seconds: float, cookie: str = "", phones: int = PHONES) -> PageAnswers:
    """Let phones ask for a page again and again for this many seconds, each over its own open connection."""
    until = time.perf_counter() + seconds
    with ThreadPoolExecutor(phones) as pool:
        results = pool.map(lambda _: list(_look(port, path, cookie, until)), range(phones))
        looks = [look for phone_looks in results for look in phone_looks]
    return PageAnswers(Counter(status for status, _ in looks), [duration for _, duration in looks])


def _look(port: int, path: str, cookie: str, until: float) -> Iterator[tuple[int, float]]:
    browser = Browser(cookie, port)
    while (begun := time.perf_counter()) < until:
        try:
            status = browser.send("GET", path).status
        except (OSError, http.client.HTTPException):
            status, browser = 0, Browser(cookie, port)
        yield status, time.perf_counter() - begun
        time.sleep(PAUSE)
    browser.connection.close()


def answers_a_second(port: int, path: str, seconds: float = LIGHT_SECONDS) -> float:
    """The answers per second over four connections, which are reopened now and then so that every process gets its share."""
    until = time.perf_counter() + seconds

    def visit(_: int) -> int:
        browser, answers = Browser(port=port), 0
        while time.perf_counter() < until:
            if browser.send("GET", path).status != 200:
                raise RuntimeError(f"{path} was not answered")
            answers += 1
            if answers % ANSWERS == 0:
                browser.connection.close()
        browser.connection.close()
        return answers

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(visit, range(AT_ONCE))) / seconds


@contextmanager
def empty(folder: Path, port: int) -> Iterator[None]:
    """A checkout's server on an empty database."""
    with tempfile.TemporaryDirectory() as instance:
        environment = os.environ | {"PYTHONPATH": str(folder), "ROUNDHOUSE_INSTANCE": instance}
        subprocess.run([sys.executable, "-c", FILL], check=True, cwd=folder, env=environment)  # noqa: S603 (our own words)
        with serving(port, folder, instance):
            yield


def _measure_siege(halves: int, drips: int, silent: int, seconds: float) -> bool:
    """Measure the sheet before, during and after a siege. True if the promises are kept."""
    # Imported here, because it brings the bench's own table, which no test wants.
    from proofs.pages.games import prepare

    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROUNDHOUSE_INSTANCE"] = folder
        os.environ.pop("DATABASE_URL", None)
        facts = prepare()
        with serving():
            sheet = facts["games"]["finished"][0]
            cookie = log_in(facts["links"]["club"], sheet).headers["Cookie"]
            answers_before = measure(PORT, sheet, seconds / 2, cookie)
            with besieged(PORT, halves, drips, silent, 2 * seconds + 30) as fates:
                answers_under = measure(PORT, sheet, seconds, cookie)
            answers_after = measure(PORT, sheet, seconds / 2, cookie)
    return _print_siege(
        PageAnswers(answers_before.statuses + answers_after.statuses, answers_before.times + answers_after.times),
        answers_under,
        fates,
    )


def _print_siege(answers_without: PageAnswers, answers_under: PageAnswers, fates: Fates) -> bool:
    for kind, fate in fates.items():
        print(
            f"{kind:14} {fate.open:5} open at the end; sent away with an answer: {dict(fate.answered)}, without: {fate.cut}, "
            f"after at most {fate.longest:.1f} s; not let in: {fate.missed}"
        )
    for name, measured in (("without", answers_without), ("under siege", answers_under)):
        print(
            f"the sheet {name:12} p50 {measured.p50 * 1000:6.2f} ms, p95 {measured.p95 * 1000:6.2f} ms; "
            f"answers: {dict(measured.statuses)}; slowest {max(measured.times) * 1000:.0f} ms"
        )
    ratio = answers_under.p95 / answers_without.p95
    print(f"p95 under siege: {ratio:.2f} of what it is without, at most {MOST}")
    return ratio <= MOST and set(answers_under.statuses) == {200}


def _measure_light(old: Path | None) -> bool:
    """Measure the light pages, taking turns with the older server if there is one. True if they are fast enough."""
    folders, is_kept = [HERE, *([old] if old else [])], True
    ports = range(PORT + 1, PORT + 1 + len(folders))
    with ExitStack() as servers:
        for folder, port in zip(folders, ports, strict=True):
            servers.enter_context(empty(folder, port))
        for path in LIGHT_PAGES:
            turns = [[answers_a_second(port, path) for port in ports] for _ in range(TURNS)]
            rates = [statistics.median(rates) for rates in zip(*turns, strict=True)]
            # Compare each turn with the other server's turn right after it.
            share = statistics.median(turn[0] / turn[-1] for turn in turns)
            beside = f", {share:.2f} of the older server's {rates[-1]:.0f}, at least {LEAST}" if old else ""
            print(f"{path:14} {rates[0]:5.0f} answers a second{beside}")
            is_kept &= share >= LEAST
    return is_kept


def main() -> None:
    """Measure the sheet while the server is under siege, then the light pages. Fail if a promise is broken."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, help="a checkout to compare the light pages with")
    parser.add_argument("--halves", type=int, default=400)
    parser.add_argument("--drips", type=int, default=100)
    parser.add_argument("--silent", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    is_kept = _measure_siege(options.halves, options.drips, options.silent, options.seconds)
    is_kept &= _measure_light(options.old.resolve() if options.old else None)
    print("\nEvery promise is kept." if is_kept else "\nA promise is broken.")
    sys.exit(0 if is_kept else 1)


if __name__ == "__main__":
    main()
