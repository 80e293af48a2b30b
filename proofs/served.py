"""A checkout served by the production server, and browsers that send requests to it."""

import gzip
import http.client
import os
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from proofs.page import tokens_of

HERE = Path(__file__).parents[1]
PORT = 8765
# The longest wait for an answer.
ANSWER_SECONDS = 20.0


class TimedAnswer(NamedTuple):
    """An answer: its status, its body as sent, and the time it took, in seconds."""

    status: int
    body: bytes
    seconds: float

    @property
    def html(self) -> str:
        """The page as text."""
        return gzip.decompress(self.body).decode() if self.body[:2] == b"\x1f\x8b" else self.body.decode()


class Browser:
    """A client that keeps one connection open and sends the latest cookie."""

    def __init__(self, cookie: str = "", port: int = PORT) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        self.headers = {"Accept-Encoding": "gzip"} | ({"Cookie": cookie} if cookie else {})

    def send(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> TimedAnswer:
        """The answer to a request. Reconnects if the server has closed the idle connection."""
        try:
            return self._send(method, path, fields)
        except http.client.RemoteDisconnected:
            self.connection.close()
            return self._send(method, path, fields)

    def _send(self, method: str, path: str, fields: Mapping[str, str] | None) -> TimedAnswer:
        body = urllib.parse.urlencode(fields) if fields else None
        form = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        begun = time.perf_counter()
        self.connection.request(method, path, body, self.headers | form)
        answer = self.connection.getresponse()
        read = answer.read()
        seconds = time.perf_counter() - begun
        if cookie := answer.getheader("Set-Cookie", "").partition(";")[0]:
            self.headers["Cookie"] = cookie
        return TimedAnswer(answer.status, read, seconds)


def open_link(link: str, port: int = PORT) -> Browser:
    """A browser that has opened a link and holds its key."""
    browser = Browser(port=port)
    browser.send("GET", link)
    return browser


def log_in(link: str, game: str, port: int = PORT) -> Browser:
    """A browser that has opened a link and entered a name for a game."""
    browser = open_link(link, port)
    page = browser.send("GET", f"{game}/me").html
    browser.send("POST", f"{game}/me", tokens_of(page) | {"name": "Ana"})
    return browser


def python_of(folder: Path) -> str:
    """The Python of a checkout's own environment, or the current Python if it has none."""
    python = folder / ".venv" / "bin" / "python"
    return str(python) if python.exists() else sys.executable


def environment_of(folder: Path) -> dict[str, str]:
    """The environment variables for running a checkout. One too old to have the proofs imports them from here."""
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(HERE)))}


@contextmanager
def serving(port: int = PORT, folder: Path = HERE, instance: str = "") -> Iterator[None]:
    """Run a checkout's server during a `with` block, on an instance folder's database or this environment's."""
    environment = environment_of(folder) | ({"ROUNDHOUSE_INSTANCE": instance} if instance else {})
    command = [python_of(folder), "-m", "proofs.serve", str(port)]
    process = subprocess.Popen(command, cwd=folder, env=environment)  # noqa: S603 (our own words)
    try:
        _wait(port)
        yield
    finally:
        process.terminate()
        process.wait()


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            Browser(port=port).send("GET", "/bench/bare")
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("The server does not answer.")
