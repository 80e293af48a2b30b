"""The speed of pages on the production server, compared with reference pages and, with `--old FOLDER`, an older checkout.

Each page is measured after somebody else has entered a line, and again without a new line. The promise is
about the first.
"""

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from proofs.pages.site import Site, SitePage
from proofs.served import HERE, PORT, Browser, environment_of, python_of, serving

RUNS, ROUNDS, WARM_UP = 5, 60, 5
AT_ONCE, WARM_UP_SECONDS, BUSY_SECONDS = 4, 0.2, 0.7
# The most that the p99 of a page, as a multiple of its p50, may be of the bare page's.
TAIL = 1.5
# The least share of the older checkout's answers a second.
LEAST = 0.9
BARE, REFERENCE, INSERT, SCORE = "bare page", "reference page", "bare insert and commit", "a score entered"


class PagePromise(NamedTuple):
    """The most time that a page may take after a line and, as `most_warm`, without one, relative to another page."""

    page: str
    beside: str
    most: float
    most_warm: float = math.inf


# The price list: what a person would feel begins far above it.
PROMISES = [
    PagePromise("sheet, 13 rounds, 8 players", REFERENCE, 2.8, 1.9),
    PagePromise("scores page", REFERENCE, 2.8, 1.9),
    PagePromise("table, 60 tiles, 8 players", REFERENCE, 3.0),
    PagePromise("review, move 150 of 300", REFERENCE, 4.0),
    PagePromise("standings, 6 tables", REFERENCE, 2.8),
    PagePromise("standings, 24 tables", REFERENCE, 4.0),
    PagePromise("night", REFERENCE, 2.8, 1.9),
    PagePromise("player", REFERENCE, 2.8, 1.9),
    PagePromise("rulings, a question asked", REFERENCE, 4.0),
    PagePromise("rulings, an answer", REFERENCE, 2.0),
    PagePromise("poll, nothing new", BARE, 1.4),
    PagePromise("table poll, nothing new", BARE, 1.4),
    PagePromise(SCORE, INSERT, 2.5),
]


@dataclass
class PageSeconds:
    """How many seconds a page's answers took in one run: after a new line came in, and without one.

    `rate` is answers per second.
    """

    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    rate: float = 0.0

    @property
    def promised(self) -> list[float]:
        """The times that the promise is about: the cold ones, if lines come in for this page."""
        return self.cold or self.warm


Run = dict[str, PageSeconds]


def main() -> int:
    """Print the time of each page and its ratio to the reference page's. Fail if a promise is broken."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, help="the folder of an older checkout")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is asked for in a run")
    options = parser.parse_args()
    folders = [HERE, *([options.old.resolve()] if options.old else [])]
    os.environ.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as place:
        games = [_prepare(folder, Path(place) / str(at)) for at, folder in enumerate(folders)]
        runs = []
        for number in range(options.runs):
            with _served(folders, Path(place), games) as sites:
                runs.append(_run(sites, options.rounds))
            print(f"run {number + 1} of {options.runs} done", file=sys.stderr, flush=True)
    is_kept = _print_pages(runs)
    if options.old:
        is_kept &= _print_rates(runs)
    print("\nEvery promise is kept." if is_kept else "\nA promise is broken.")
    return 0 if is_kept else 1


def _prepare(folder: Path, instance: Path) -> str:
    """Make a checkout's games with its `games.py`. Returns what the script prints about them."""
    instance.mkdir()
    command = [python_of(folder), "-P", str(Path(__file__).with_name("games.py"))]
    environment = environment_of(folder) | {"ROUNDHOUSE_INSTANCE": str(instance)}
    process = subprocess.run(command, cwd=folder, env=environment, text=True, check=True, stdout=subprocess.PIPE)  # noqa: S603 (our own words)
    return process.stdout.splitlines()[-1]


@contextmanager
def _served(folders: list[Path], place: Path, games: list[str]) -> Iterator[list[Site]]:
    """Serve each checkout on a copy of its games."""
    with ExitStack() as stack:
        sites = []
        for at, folder in enumerate(folders):
            instance = place / f"{at}-run"
            shutil.rmtree(instance, ignore_errors=True)
            shutil.copytree(place / str(at), instance)
            stack.enter_context(serving(PORT + at, folder, str(instance)))
            sites.append(Site(PORT + at, json.loads(games[at])))
        yield sites


def _run(sites: list[Site], rounds: int) -> list[Run]:
    """Measure every page of every site in turn, so that if the machine is slow for a moment, it affects them all alike."""
    runs: list[Run] = [{} for _ in sites]
    pages = [_all_pages(site) for site in sites]
    for number in range(WARM_UP + rounds):
        for site_pages in zip(*pages, strict=True):
            for run, page in zip(runs, site_pages, strict=True):
                seconds = run.setdefault(page.name, PageSeconds())
                if page.next_line:
                    page.next_line(number)
                    # A server that slept for a moment takes longer for any page, so wake it first.
                    page.browser.send("GET", "/bench/bare")
                    seconds.cold.append(_ask(page, number))
                # The first answer of two has the processor's caches to fill.
                _ask(page, number)
                seconds.warm.append(_ask(page, number))
        for run, site in zip(runs, sites, strict=True):
            run.setdefault(SCORE, PageSeconds()).cold.append(site.enter_score(number))
        if number < WARM_UP:
            for run in runs:
                run.clear()
    if len(sites) > 1:
        for site_pages in zip(*pages, strict=True):
            for run, page in zip(runs, site_pages, strict=True):
                run[page.name].rate = _rate(page)
    return runs


def _all_pages(site: Site) -> list[SitePage]:
    return [*site.reference_pages(BARE, REFERENCE, INSERT), *site.pages, *site.plain_pages()]


def _ask(page: SitePage, number: int) -> float:
    answer = page.browser.send("GET", page.address(number))
    if answer.status not in (200, 204):
        raise RuntimeError(f"{page.name}: {answer.status}")
    return answer.seconds


def _rate(page: SitePage) -> float:
    """The answers per second to several browsers at a time, after each process has read what it needs."""
    cookie, port = page.browser.headers["Cookie"], page.browser.connection.port
    browsers = [Browser(cookie, port) for _ in range(AT_ONCE)]

    def browse(browser: Browser, seconds: float) -> int:
        until, answers = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            browser.send("GET", page.address(0))
            answers += 1
        return answers

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(browse, browsers, [WARM_UP_SECONDS] * AT_ONCE))
        return sum(pool.map(browse, browsers, [BUSY_SECONDS] * AT_ONCE)) / BUSY_SECONDS


def _print_pages(runs: list[list[Run]]) -> bool:
    """Print the medians of the runs: promised ratio, ratio without a new line, and tail. True if the promises are kept."""
    is_kept, sites = True, range(len(runs[0]))
    bare_tail = _tail([run[0][BARE] for run in runs])
    print(
        f"{'':30} {'p50 ms':>7} {'p99 ms':>7}   ratio of p50 after a line; p99 as a multiple of p50, beside the bare page's"
    )
    for name in runs[0][0]:
        times = [seconds for run in runs for seconds in run[0][name].promised]
        print(f"{name:30} {_p50(times) * 1000:7.2f} {_p99(times) * 1000:7.2f}", end="")
        for promise in PROMISES:
            if promise.page != name:
                continue
            ratios = [_ratio(promise, [run[site] for run in runs]) for site in sites]
            warm = [_p50(run[0][name].warm) / _p50(run[0][promise.beside].warm) for run in runs if run[0][name].warm]
            then = ""
            if warm and runs[0][0][name].cold:
                then = f"; {statistics.median(warm):.2f} without a line"
                then += _missed(statistics.median(warm), promise.most_warm, [run[0][name].warm for run in runs])
                is_kept &= statistics.median(warm) <= promise.most_warm
            tail = _tail([run[0][name] for run in runs]) / bare_tail
            is_kept &= ratios[0] <= promise.most and tail <= TAIL
            before = f"; {ratios[1]:.2f} before" if len(ratios) > 1 else ""
            print(
                f"   {ratios[0]:.2f} of the {promise.beside}, at most {promise.most}"
                f"{_missed(ratios[0], promise.most, [run[0][name].promised for run in runs])}{then}{before}; "
                f"tail {tail:.2f}, at most {TAIL}",
                end="",
            )
        print()
    return is_kept


def _missed(ratio: float, most: float, runs: list[list[float]]) -> str:
    """How long a person waits because a promise is not kept; empty if it is."""
    over = statistics.median(map(_p50, runs)) * (1 - most / ratio) * 1000
    return f", missed by {over:.1f} ms" if over > 0 else ""


def _ratio(promise: PagePromise, runs: list[Run]) -> float:
    pairs = [(run[promise.page], run[promise.beside]) for run in runs]
    return statistics.median(
        _p50(page.promised) / _p50(beside.cold if page.cold else beside.warm) for page, beside in pairs
    )


def _tail(runs: list[PageSeconds]) -> float:
    """The p99 of all runs together, as a multiple of the p50."""
    times = [seconds for run in runs for seconds in run.promised]
    return _p99(times) / _p50(times)


def _p50(times: list[float]) -> float:
    return statistics.median(times)


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def _print_rates(runs: list[list[Run]]) -> bool:
    """Print the answers per second and their share of the older checkout's. True if no share is too small."""
    is_kept = True
    print(f"\n{'':30} answers a second to {AT_ONCE} browsers, and the share of the older checkout's, at least {LEAST}")
    for name in runs[0][0]:
        if name == SCORE:
            continue
        rate = statistics.median(run[0][name].rate for run in runs)
        share = statistics.median(run[0][name].rate / run[1][name].rate for run in runs)
        # The pages that the others are measured beside are none of the app's.
        is_kept &= share >= LEAST or name in (BARE, REFERENCE, INSERT)
        print(f"{name:30} {rate:7.0f}   {share:.2f}")
    return is_kept


if __name__ == "__main__":
    sys.exit(main())
