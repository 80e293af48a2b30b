"""The server that people use: silent connections delay nobody, and a killed one loses nothing acknowledged."""

import http.client
import re
import signal
import socket
import urllib.parse

import pytest

from bench.server import Server

SILENT = 300


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


class Visitor:
    """Somebody who keeps cookies and sends forms."""

    def __init__(self, server: Server) -> None:
        self.port, self.cookie = server.port, ""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The status, where it leads, and the page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Cookie": self.cookie} | ({"Content-Type": "application/x-www-form-urlencoded"} if fields else {})
        connection.request(method, path, urllib.parse.urlencode(fields or {}), headers)
        answer = connection.getresponse()
        page = answer.read().decode()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        connection.close()
        return answer.status, answer.getheader("Location") or "", page

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Fill in the form on a page, send it, and say where it leads."""
        page = self.ask("GET", path)[2]
        tokens = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("csrf_token", "once")}
        status, location, page = self.ask("POST", path, tokens | fields)
        assert status == 303, page
        return location


def test_three_hundred_silent_connections_delay_no_page(server):
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SILENT)]
    for half in silent[::2]:
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
    try:
        answers = [Visitor(server).ask("GET", "/")[0] for _ in range(20)]
    finally:
        for one in silent:
            one.close()

    assert answers == [200] * 20


def test_what_was_acknowledged_survives_a_kill(server):
    ana = Visitor(server)
    game = ana.send("/start", {"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"})
    ana.send(f"{game}/me", {"name": "Ana"})
    seats = re.findall(r'id="seat-(\d+)"', ana.ask("GET", f"{game}/rounds/1")[2])
    for pips in range(10, 30):
        seen = re.search(rf'name="hand_{seats[1]}-seen" value="(\d+)"', ana.ask("GET", f"{game}/rounds/1")[2])[1]
        ana.send(f"{game}/rounds/1", {f"hand_{seats[1]}-left": str(pips), f"hand_{seats[1]}-seen": seen})

    server.stop(signal.SIGKILL)
    server.start()

    log = ana.ask("GET", f"{game}/log")[2]
    assert [f"Round 1, Ben: {pips}" in log for pips in range(10, 30)] == [True] * 20


def test_serving_prints_where_phones_find_it_with_a_qr_code(server):
    said = (server.folder / "log").read_text()

    assert f"On this machine:   http://127.0.0.1:{server.port}" in said
    assert re.search(r"On phones nearby:  http://[\d.]+:\d+", said)
    assert "█" in said


def test_the_secret_is_made_once_and_is_nobody_elses_to_read(server):
    path = server.folder / "secret_key"
    secret = path.read_text()
    server.stop()
    server.start()

    assert path.read_text() == secret and len(secret) > 40
    assert path.stat().st_mode & 0o077 == 0
