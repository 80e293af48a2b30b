"""A busy stranger: how long three phones wait for their entries while a stranger asks for everything the server has.

`python -m proofs.attack.strangers --old FOLDER` first shows the same for another checkout.
"""

import argparse
import multiprocessing
import os
import random
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

from models import db
from models.files.club_reader import FROM_A_PAGE
from proofs.attack.cost import file_of_one_night
from proofs.attack.siege import empty
from proofs.page import first, forms_of, tokens_of
from proofs.served import ANSWER_SECONDS, HERE, PORT, Browser

# The most that a stranger may multiply the p95 of an entry elsewhere, and the seconds of a p95 that nobody feels.
MOST, UNFELT = 5.0, 0.15
PHONES, PAUSE_SECONDS, UP_SECONDS = 3, 0.1, 1.0
CONNECTIONS = 60
ELSEWHERE = ("127.0.0.2", 0)


class Entries(NamedTuple):
    """How many seconds each phone's entries took, and the statuses of the answers that did not acknowledge an entry."""

    seconds: Sequence[float]
    refused: Sequence[int]

    @property
    def p95(self) -> float:
        """The time in which nineteen of twenty entries are acknowledged."""
        return statistics.quantiles(self.seconds, n=20)[-1]


class Stranger(NamedTuple):
    """A stranger's session, with the club and night that it imported from a file, and the first game of that night."""

    port: int
    cookie: str
    club: str
    night: str
    game: str

    def browser(self) -> Browser:
        """Another connection in the same session."""
        return from_elsewhere(self.port, self.cookie)


def from_elsewhere(port: int, cookie: str = "") -> Browser:
    """A browser that connects from a different address than the phones do."""
    browser = Browser(cookie, port)
    browser.connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS, source_address=ELSEWHERE)
    return browser


def send_form(browser: Browser, page: str, action: str, fields: Mapping[str, str] | None = None) -> int:
    """Send one of a page's forms. Returns the status."""
    html = browser.send("GET", page).html
    form = next((form for form in forms_of(html) if (form.action or page).endswith(action)), None)
    filled = dict(form.filled) if form else {}
    return browser.send("POST", action, {**filled, **tokens_of(html), **(fields or {})}).status


def bring(port: int, text: str) -> Stranger:
    """Import a file as a stranger."""
    browser = from_elsewhere(port)
    tokens = tokens_of(browser.send("GET", "/import").html)
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in tokens.items()
    ]
    parts.append(f'--x\r\nContent-Disposition: form-data; name="file"; filename="club.json"\r\n\r\n{text}\r\n--x--\r\n')
    browser.connection.request(
        "POST",
        "/import",
        "".join(parts).encode(),
        browser.headers | {"Content-Type": "multipart/form-data; boundary=x"},
    )
    answer = browser.connection.getresponse()
    answer.read()
    preview = str(answer.getheader("Location"))
    send_form(browser, preview, preview)
    home = browser.send("GET", "/").html
    club = first(r"/clubs/\w+", home)
    night = first(r"/nights/\w+", browser.send("GET", f"{club}/nights").html)
    game = first(r"/games/\w+", browser.send("GET", night).html)
    return Stranger(port=port, cookie=browser.headers["Cookie"], club=club, night=night, game=game)


def throw_and_put_back(stranger: Stranger, is_over: Event) -> None:
    """Keep throwing the night away and putting it back."""
    browser = stranger.browser()
    while not is_over.is_set():
        send_form(browser, stranger.night, f"{stranger.night}/throw")
        address = first(rf"{stranger.club}/bin/\w+", browser.send("GET", f"{stranger.club}/bin").html)
        send_form(browser, f"{stranger.club}/bin", address)


def correct(stranger: Stranger, is_over: Event) -> None:
    """Correct a score in the file's first game again and again."""
    browser, pips = stranger.browser(), 0
    while not is_over.is_set():
        pips = 7 - pips
        page = f"{stranger.game}/rounds/1"
        seat = max(re.findall(r'name="(hand_\d+)-left"', browser.send("GET", page).html))
        send_form(browser, page, page, {f"{seat}-left": str(pips or 3)})


def ask(address: str) -> Callable[[Stranger, Event], None]:
    """An attack that asks for a page again and again."""

    def ask_again(stranger: Stranger, is_over: Event) -> None:
        browser = stranger.browser()
        while not is_over.is_set():
            browser.send("GET", address.format(**stranger._asdict()))

    return ask_again


ATTACKS: dict[str, tuple[int, Callable[[Stranger, Event], None]]] = {
    "a night of many games thrown away and put back": (1, throw_and_put_back),
    "three connections that correct an old game": (3, correct),
    "sixty connections for the club's file": (CONNECTIONS, ask("{club}/club.json")),
    "sixty connections for a night of many games": (CONNECTIONS, ask("{night}")),
    "sixty connections for house rules that nobody has": (CONNECTIONS, ask("/rules/double-nine[deal=9-9-9-9-9-9-9]")),
}


@contextmanager
def attacking(stranger: Stranger, attack: str) -> Iterator[None]:
    """Run an attack in a separate process during the block, so that the phones here wait only for the server."""
    context = multiprocessing.get_context("spawn")
    is_over = context.Event()
    process = context.Process(target=_attack, args=(stranger, attack, is_over), daemon=True)
    process.start()
    time.sleep(UP_SECONDS)
    yield
    is_over.set()
    process.join(30)


def _attack(stranger: Stranger, attack: str, is_over: Event) -> None:
    count, act = ATTACKS[attack]

    def go_on() -> None:
        while not is_over.is_set():
            try:
                act(stranger, is_over)
            except (OSError, RuntimeError, ValueError):
                # Turned away, or too late: a stranger tries again.
                is_over.wait(0.1)

    with ThreadPoolExecutor(count) as connections:
        for _ in range(count):
            connections.submit(go_on)


def enter(port: int, seconds: float) -> Entries:
    """Let three phones each start a game and enter scores in it for this many seconds."""
    times: list[float] = []
    refused: list[int] = []

    def play(number: int) -> None:
        phone, luck = Browser(port=port), random.Random(number)  # noqa: S311 (pips)
        send_form(phone, "/start", "/start", {"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"})
        page = f"{first(r'/games/[a-z0-9]+', phone.send('GET', '/').html)}/rounds/1"
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            form_page = phone.send("GET", page)
            html = form_page.html
            seats = re.findall(r'name="(hand_\d+)-left"', html)
            if not seats:
                refused.append(form_page.status)
                continue
            seat = seats[0]
            fields = dict(forms_of(html)[-1].filled) | {f"{seat}-left": str(luck.randint(1, 60))}
            answered = phone.send("POST", page, fields)
            times.append(answered.seconds)
            if answered.status != 303:
                refused.append(answered.status)
            time.sleep(PAUSE_SECONDS)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(1, PHONES + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Entries(times, refused)


def measure(folder: Path, port: int, text: str, seconds: float) -> bool:
    """Print how long entries wait at a checkout during each attack. Returns whether the promises are kept."""
    is_kept = True
    with empty(folder, port):
        stranger = bring(port, text)
        alone = enter(port, seconds)
        print(f"alone: p95 {alone.p95 * 1000:.0f} ms of {len(alone.seconds)} entries", flush=True)
        for attack in ATTACKS:
            with attacking(stranger, attack):
                beside = enter(port, seconds)
            ratio = beside.p95 / alone.p95
            is_kept &= (ratio <= MOST or beside.p95 <= UNFELT) and not beside.refused
            times = f"p95 {beside.p95 * 1000:.0f} ms, {ratio:.1f} times, at most {MOST:.0f}; longest {max(beside.seconds):.1f} s"
            print(f"{attack}: {times}; {len(beside.refused)} of {len(beside.seconds)} refused", flush=True)
    return is_kept


def main() -> int:
    """Keep the server busy with a stranger while three phones enter scores. Fail if an entry waits too long or is refused."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--old", type=Path, help="another checkout to show first")
    parser.add_argument("--games", type=int, default=FROM_A_PAGE.games)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATABASE_URL": f"sqlite:///{folder}/roundhouse.db", "ROUNDHOUSE_INSTANCE": folder}
        from proofs.app import create, fill

        with create().app_context():
            fill(db)
            text = file_of_one_night(options.games)
        del os.environ["DATABASE_URL"], os.environ["ROUNDHOUSE_INSTANCE"]
    if options.old:
        print(f"{options.old}:")
        measure(options.old.resolve(), PORT, text, options.seconds)
        print()
    is_kept = measure(HERE, PORT + 1, text, options.seconds)
    print("\nEvery promise is kept." if is_kept else "\nA promise is broken.")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
