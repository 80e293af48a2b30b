"""Hostile files in place of photos, sent to the served app: `python -m bench.photos --number 2000`.

Fails on an answer without a sentence, on a process or a file that stays, and on other phones' pages that wait too long.
"""

import argparse
import os
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from bench.hostile_photos import hostile_photos
from bench.page import tokens_of
from bench.server import Server
from bench.visitor import Visitor, words_of

MOST_DELAY = 0.5
# The promises of the server: a reader's longest time, a photo's longest stay, and the place of both.
_READER_SECONDS, _KEPT_SECONDS, _FOLDER = 8.0, 60.0, Path("/dev/shm") / f"roundhouse-{os.geteuid()}"  # noqa: S108 (where to look)
_PAUSE, _PATIENCE = 0.05, 60.0
_LINE = "line-of-a-form"


class BystandersPhone(threading.Thread):
    """A phone at the same table that reads the sheet again and again, until it is told to stop. `waits` are in seconds."""

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
    """The status and the words of the page that a file leads to, once it has been read."""
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
    ends, onward = time.monotonic() + _PATIENCE, reply.headers["location"]
    while time.monotonic() < ends:
        sender.begin(onward)
        reply = sender.end()
        if "data-reading" not in reply.text:
            return reply.status, words_of(reply.text)
        time.sleep(_PAUSE)
    return 504, "It was never read."


def said(words: str) -> str:
    """The sentence on a page, or the number of tiles that it asks about."""
    found = re.search(
        r"\d+ tiles?, \d+ pips?|(This (photo|is no photo)|Many photos wait)[^.]*\.|No tile was found\.|Choose a photo first\.",
        words,
    )
    return re.sub(r"\d+ tile.*", "tiles to confirm", found[0]) if found else ""


def readers() -> list[str]:
    """The readers that run on this machine."""
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    return [line.decode() for line in lines if b"-m\0eyes\0/dev/shm" in line]


def attack(server: Server, number: int, seed: int) -> list[str]:
    """Send so many files and print the answers. Gives every promise that was broken."""
    sender = Visitor(server.port)
    sheet = sender.send("/start", **{"players-0": "Ana", "players-1": "Ben"}, rules="double-twelve").address
    seat = re.findall(r'id="seat-(\d+)"', sender.ask(f"{sheet}/rounds/1").text)[0]
    other = BystandersPhone(server.port, sender.cookie, sheet)
    other.start()
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
        other.over.set()
        other.join()
    for answer, count in answers.most_common():
        print(f"{count:6} {answer}")
    waits = sorted(other.waits)
    print(
        f"Another phone's page: median {waits[len(waits) // 2] * 1000:.0f} ms, longest {waits[-1] * 1000:.0f} ms of {len(waits)}"
    )
    if waits[-1] > MOST_DELAY:
        wrong.append(f"Another phone waited {waits[-1]:.2f} s.")
    return wrong + _left_behind(server)


def _left_behind(server: Server) -> list[str]:
    """Every process and every file that is still there after a photo's time."""
    time.sleep(_READER_SECONDS)
    wrong = [f"A reader still runs: {one}" for one in readers()]
    time.sleep(_KEPT_SECONDS - _READER_SECONDS + 2)
    wrong += [f"A photo is still there: {path}" for path in _FOLDER.iterdir() if path.stat().st_size]
    log = (server.folder / "log").read_text()
    return wrong + ([f"The log says {log[-2000:]}"] if "Traceback" in log else [])


def main() -> None:
    """Send hostile files in place of photos. Fail if a promise is broken."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), ROUNDHOUSE_FORMS_AN_HOUR="1000000")
        server.start()
        try:
            wrong = attack(server, asked.number, asked.seed)
        finally:
            server.stop()
    print("\n".join(wrong or ["Every promise is kept."]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
