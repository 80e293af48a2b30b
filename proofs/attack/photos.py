"""Hostile files sent to the served app as photos: `python -m proofs.attack.photos --number 2000`.

First, ten phones send photos at once while an entry in another game is timed. Fails if an answer does not say
what happened, if a process is left behind, or if other phones wait too long.
"""

import argparse
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import quantiles

from proofs.eyes.drawn_photos import draw_photo
from proofs.eyes.hostile_photos import hostile_photos
from proofs.page import forms_of, tokens_of
from proofs.server import Server
from proofs.visitor import Visitor, words_of
from rules import read_tiles

MOST_DELAY = 0.5
# How much slower an entry may be while phones send photos, how many they are, and how long each is measured.
MOST_SLOWER, PHONES, SECONDS = 5, 10, 10.0
# The promise of the server: a reader's longest time.
_READER_SECONDS = 8.0
_PAUSE = 0.05
_LINE = "line-of-a-form"


class BystandersPhone(threading.Thread):
    """A phone at the same table that reads the sheet again and again, until told to stop. `waits` are in seconds."""

    def __init__(self, port: int, cookie: str, sheet: str) -> None:
        super().__init__()
        self.visitor, self.sheet = Visitor(port, cookie), sheet
        self.over, self.waits = threading.Event(), [0.0]

    def run(self) -> None:
        while not self.over.is_set():
            begun = time.perf_counter()
            self.visitor.ask(self.sheet)
            self.waits.append(time.perf_counter() - begun)
            self.over.wait(_PAUSE)


def send(sender: Visitor, address: str, file: bytes) -> tuple[int, str]:
    """Send a file as a photo. Returns the status and the text of the resulting page."""
    fields = tokens_of(sender.ask(address).text)
    parts = [
        f'--{_LINE}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()
    ]
    head = f'--{_LINE}\r\nContent-Disposition: form-data; name="file"; filename="x.jpg"\r\n\r\n'
    body = "".join((*parts, head)).encode() + file + f"\r\n--{_LINE}--\r\n".encode()
    sender.begin(address, "POST", body, f"multipart/form-data; boundary={_LINE}")
    reply = sender.end()
    if reply.status != 303:
        return reply.status, words_of(reply.text)
    reply = sender.ask(reply.headers["location"])
    return reply.status, words_of(reply.text)


def said(words: str) -> str:
    """What a page says about the photo: its sentence, or "tiles to confirm" if tiles were found. Empty if it has neither."""
    match = re.search(
        r"\d+ tiles?, \d+ pips?|(This (photo|is no photo)|Many photos are waiting)[^.]*\.|"
        r"No tiles were found\.|Choose a photo first\.",
        words,
    )
    return re.sub(r"\d+ tile.*", "tiles to confirm", match[0]) if match else ""


def readers() -> list[str]:
    """The commands of the photo readers that are running on this machine."""
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    return [line.decode() for line in lines if b"-m\0eyes\0/dev/stdin" in line]


def found_game(server: Server) -> tuple[Visitor, str, str]:
    """Start a game. Returns the phone that started it, the address of the sheet, and the first seat."""
    sender = Visitor(server.port)
    sheet = sender.send("/start", **{"players-0": "Ana", "players-1": "Ben"}, rules="double-twelve").address
    return sender, sheet, re.findall(r'id="seat-(\d+)"', sender.ask(f"{sheet}/rounds/1").text)[0]


def entries(phone: Visitor, sheet: str, seat: str) -> float:
    """Enter a score again and again. Returns the p95 in seconds."""
    waits, ends = list[float](), time.monotonic() + SECONDS
    while time.monotonic() < ends:
        page = forms_of(phone.ask(f"{sheet}/rounds/1").text)[0]
        fields = [(name, value) for name, value in page.filled if "-left" not in name and name != "next"]
        begun = time.perf_counter()
        phone.post(f"{sheet}/rounds/1", [*fields, (f"hand_{seat}-left", str(len(waits) % 90 + 1))])
        if phone.end().status != 303:
            raise RuntimeError("An entry was refused.")
        waits.append(time.perf_counter() - begun)
    return quantiles(waits, n=20)[18]


def crowd(server: Server) -> list[str]:
    """Time the entry of a score, first alone and then while ten phones in other games send photos.

    Returns every broken promise.
    """
    over, answers, photo = threading.Event(), Counter[str](), draw_photo(read_tiles("9-7 6-6 4-1 5-3"))

    def keep_sending() -> None:
        sender, sheet, seat = found_game(server)
        while not over.is_set():
            status, words = send(sender, f"{sheet}/rounds/1/photo/{seat}", photo)
            answers[f"{status} {said(words)}"] += 1
            # Whoever is told to try again does so in a few seconds.
            over.wait(0 if status == 200 else 2)

    phone = found_game(server)
    alone = entries(*phone)
    phones = [threading.Thread(target=keep_sending) for _ in range(PHONES)]
    for sending in phones:
        sending.start()
    beside = entries(*phone)
    over.set()
    for sending in phones:
        sending.join()
    slower = beside / alone
    print(
        f"An entry, p95: {alone * 1000:.0f} ms alone, {beside * 1000:.0f} ms while {PHONES} phones send photos: {slower:.1f} times."
    )
    print(*(f"{count:6} {answer}" for answer, count in answers.most_common()), sep="\n")
    wrong = [f"Answered: {answer}" for answer in answers if answer[:3] not in ("200", "422")]
    return wrong + ([f"An entry took {slower:.1f} times as long."] if slower > MOST_SLOWER else [])


def attack(server: Server, number: int, seed: int) -> list[str]:
    """Send this many files and print the answers. Returns every broken promise."""
    sender, sheet, seat = found_game(server)
    bystander = BystandersPhone(server.port, sender.cookie, sheet)
    bystander.start()
    answers, wrong = Counter[str](), []
    try:
        for at, (kind, file) in enumerate(hostile_photos(number, seed)):
            status, words = send(sender, f"{sheet}/rounds/1/photo/{seat}", file)
            answers[f"{status} {said(words)}"] += 1
            if at % 100 == 99:
                print(f"{at + 1} files", flush=True)
            if status not in (200, 413, 422) or not said(words):
                wrong.append(f"Number {at}, {kind}: {status} {words[:300]}")
    finally:
        bystander.over.set()
        bystander.join()
    for answer, count in answers.most_common():
        print(f"{count:6} {answer}")
    waits = sorted(bystander.waits)
    print(
        f"Another phone's page: median {waits[len(waits) // 2] * 1000:.0f} ms, longest {waits[-1] * 1000:.0f} ms of {len(waits)}"
    )
    if waits[-1] > MOST_DELAY:
        wrong.append(f"Another phone waited {waits[-1]:.2f} s.")
    return wrong + _left_behind(server)


def _left_behind(server: Server) -> list[str]:
    """Every photo reader still running after the longest time a photo may take, and any traceback in the log."""
    time.sleep(_READER_SECONDS)
    wrong = [f"A reader still runs: {reader}" for reader in readers()]
    log = (server.folder / "log").read_text()
    return wrong + ([f"The log says {log[-2000:]}"] if "Traceback" in log else [])


def main() -> None:
    """Send hostile files as photos. Fail if a promise is broken."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), ROUNDHOUSE_FORMS_AN_HOUR="1000000")
        server.start()
        try:
            wrong = crowd(server) + attack(server, options.number, options.seed)
        finally:
            server.stop()
    print("\n".join(wrong or ["Every promise is kept."]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
