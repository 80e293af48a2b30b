"""The production server: silent connections delay nobody, and a killed server loses nothing that it acknowledged."""

import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, update

from app import create_app
from commands.serve import WITHOUT_HTTPS
from models import db, writing
from models.ledger.clubs import Club
from models.ledger.results import RESULTS, Result
from models.results.ratings import ratings_due_from
from proofs.attack.kills import workers_of
from proofs.server import Server, app_of
from samples.years import create_club_with_years
from tests.conftest import pick, sure

SILENT = 300


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


class Guest:
    """A visitor who keeps cookies and sends forms."""

    def __init__(self, server: Server) -> None:
        self.port, self.cookie = server.port, ""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Send a request, and return the status, the redirect address and the page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Cookie": self.cookie} | ({"Content-Type": "application/x-www-form-urlencoded"} if fields else {})
        connection.request(method, path, urllib.parse.urlencode(fields or {}), headers)
        answer = connection.getresponse()
        page = answer.read().decode()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        connection.close()
        return answer.status, answer.getheader("Location") or "", page

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Fill in the form on a page, send it, and return the redirect address."""
        page = self.ask("GET", path)[2]
        tokens = {name: pick(rf'name="{name}" value="([^"]+)"', page) for name in ("csrf_token", "once")}
        status, location, page = self.ask("POST", path, tokens | fields)
        assert status == 303, page
        return location


def test_three_hundred_silent_connections_delay_no_page(server: Server) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SILENT)]
    for half in silent[::2]:
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
    try:
        answers = [Guest(server).ask("GET", "/")[0] for _ in range(20)]
    finally:
        for connection in silent:
            connection.close()

    assert answers == [200] * 20


class CrampedServer(Server):
    """A server on a machine that allows each process few open files."""

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        return ["sh", "-c", 'ulimit -n 300 && exec "$@"', "sh", *super().command]


def test_where_few_files_may_be_open_silent_connections_do_not_keep_the_page_of_health_out(tmp_path: Path) -> None:
    server = CrampedServer(tmp_path)
    server.start()
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(2 * SILENT)]
    try:
        with urllib.request.urlopen(f"{server.address}/health", timeout=8) as answer:  # noqa: S310 (our own address)
            assert answer.status == 200
    finally:
        for connection in silent:
            connection.close()
        server.stop()


def test_what_was_acknowledged_survives_a_kill(server: Server) -> None:
    ana, game = enter_scores(server, 20)

    server.stop(signal.SIGKILL)
    server.start()

    log = ana.ask("GET", f"{game}/log")[2]
    assert [f"Round 1, Ben: {pips}" in log for pips in range(1, 21)] == [True] * 20


def test_serving_prints_where_phones_find_it_with_a_qr_code(server: Server) -> None:
    log = (server.folder / "log").read_text()

    assert f"On this machine:   http://127.0.0.1:{server.port}" in log
    assert re.search(r"On phones nearby:  http://[\d.]+:\d+", log)
    assert "█" in log
    assert log.count(WITHOUT_HTTPS) == 1


def test_below_a_sub_path_the_server_prints_and_answers_there(tmp_path: Path) -> None:
    server = Server(tmp_path, ROUNDHOUSE_ADDRESS="https://house.example/roundhouse/")
    server.start()
    guest = Guest(server)
    try:
        log = (server.folder / "log").read_text()
        answers = [guest.ask("GET", path)[0] for path in ("/roundhouse", "/roundhouse/rulings", "/roundhouse/rulings")]
        game = guest.send("/roundhouse/start", {"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"})
        sheet = guest.ask("GET", game)
    finally:
        server.stop()

    assert f"On this machine:   http://127.0.0.1:{server.port}/roundhouse\n" in log
    assert "On phones:         https://house.example/roundhouse\n" in log
    assert WITHOUT_HTTPS not in log
    assert answers == [200] * 3
    assert game.startswith("/roundhouse/games/")
    assert sheet[0] == 200 and f'href="{game}/rounds/1"' in sheet[2]


def test_the_secret_is_made_once_and_is_nobody_elses_to_read(server: Server) -> None:
    path = server.folder / "secret_key"
    secret = path.read_text()
    server.stop()
    server.start()

    assert path.read_text() == secret and len(secret) > 40
    assert path.stat().st_mode & 0o077 == 0


def enter_scores(server: Server, count: int) -> tuple[Guest, str]:
    """Start a game and enter this many scores. Return the guest and the game's address."""
    ana = Guest(server)
    game = ana.send("/start", {"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"})
    ana.send(f"{game}/me", {"name": "Ana"})
    seats = re.findall(r'id="seat-(\d+)"', ana.ask("GET", f"{game}/rounds/1")[2])
    for number in range(count):
        page = ana.ask("GET", f"{game}/rounds/1")[2]
        seen = pick(rf'name="hand_{seats[1]}-seen" value="(\d+)"', page)
        fields = {f"hand_{seats[1]}-left": str(number % 80 + 1), f"hand_{seats[1]}-seen": seen}
        ana.send(f"{game}/rounds/1", fields)
    return ana, game


def lines_in(path: Path) -> int:
    """The number of sheet lines in a database file."""
    with closing(sqlite3.connect(path)) as connection:
        count: int = connection.execute("SELECT count(*) FROM lines").fetchone()[0]
    return count


def test_the_file_alone_holds_everything_soon_after_the_last_entry(server: Server, tmp_path: Path) -> None:
    enter_scores(server, 60)

    until = time.monotonic() + 60
    alone = tmp_path / "alone.db"
    while time.monotonic() < until:
        time.sleep(0.5)
        shutil.copy(server.folder / "roundhouse.db", alone)
        if lines_in(alone) == 60:
            break

    assert lines_in(alone) == 60
    assert (server.folder / "roundhouse.db-wal").stat().st_size < 8 * 1024 * 1024


def test_a_log_that_a_long_reader_made_long_is_cut_again(server: Server) -> None:
    path = server.folder / "roundhouse.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM lines").fetchone()
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as writer:
            writer.execute("CREATE TABLE ballast (text TEXT)")
            for _ in range(10):
                writer.execute("INSERT INTO ballast VALUES (?)", ("x" * 1024 * 1024,))
        grown = (server.folder / "roundhouse.db-wal").stat().st_size
        reader.execute("ROLLBACK")

    until = time.monotonic() + 60
    while (server.folder / "roundhouse.db-wal").stat().st_size > 8 * 1024 * 1024 and time.monotonic() < until:
        time.sleep(0.2)

    assert grown > 8 * 1024 * 1024
    assert (server.folder / "roundhouse.db-wal").stat().st_size < 8 * 1024 * 1024


@pytest.mark.heavy
def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    server = Server(tmp_path / "instance")
    server.folder.mkdir(mode=0o755)
    (server.folder / "roundhouse.db").touch(0o644)
    server.start()
    try:
        modes = {path.name: path.stat().st_mode & 0o077 for path in server.folder.glob("roundhouse.db*")}
        log = (server.folder / "log").read_text()
    finally:
        server.stop()

    assert modes == dict.fromkeys(("roundhouse.db", "roundhouse.db-wal", "roundhouse.db-shm"), 0)
    assert "Other users of this machine can get into" in log


def test_a_folder_that_the_app_makes_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_INSTANCE", str(tmp_path / "made"))
    create_app()

    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "made" / "roundhouse.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.heavy
def test_an_address_where_no_database_answers_is_said_in_a_sentence(tmp_path: Path) -> None:
    environment = os.environ | {
        "ROUNDHOUSE_INSTANCE": str(tmp_path),
        "DATABASE_URL": "postgresql://ana:hidden@127.0.0.1:9/roundhouse",
    }
    command = [sys.executable, "-m", "flask", "--app", "app", "serve", "--port", str(Server(tmp_path).port)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)  # noqa: S603 (our own words)

    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "No database answers at postgresql+psycopg://ana:***@127.0.0.1:9/roundhouse" in run.stderr


def test_a_process_that_does_not_end_by_itself_is_ended(server: Server) -> None:
    stuck = workers_of(server)[0]
    os.kill(stuck, signal.SIGSTOP)

    process = sure(server.process)
    process.send_signal(signal.SIGTERM)
    ended, server.process = process.wait(timeout=20), None

    assert ended == 0
    assert not Path(f"/proc/{stuck}").exists()


def reaches(port: int, address: str) -> bool:
    try:
        socket.create_connection((address, port), timeout=2).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("settings", "is_open", "says_so"),
    [
        ({}, True, False),
        ({"ROUNDHOUSE_PROXIES": "1"}, False, True),
        ({"ROUNDHOUSE_PROXIES": "1", "ROUNDHOUSE_LISTEN": "0.0.0.0"}, True, False),  # noqa: S104 (a proxy elsewhere)
        ({"ROUNDHOUSE_LISTEN": "127.0.0.1"}, False, False),
    ],
)
def test_behind_a_proxy_only_this_machine_reaches_the_port_unless_somebody_says_otherwise(
    tmp_path: Path, settings: dict[str, str], is_open: bool, says_so: bool
) -> None:
    proxied = Server(tmp_path, **settings)
    proxied.start()
    try:
        assert (reaches(proxied.port, "127.0.0.1"), reaches(proxied.port, "127.0.0.2")) == (True, is_open)
    finally:
        proxied.stop()

    log = (tmp_path / "log").read_text()
    assert ("set ROUNDHOUSE_LISTEN" in log, "On phones nearby" not in log) == (says_so, says_so)


def test_the_server_goes_on_with_ratings_that_a_killed_one_owed(server: Server) -> None:
    server.stop(signal.SIGKILL)
    server.database = f"sqlite:///{server.folder / 'roundhouse.db'}"
    app = app_of(server)
    with app.app_context(), writing():
        club = create_club_with_years(30)[0].id
        first = db.session.scalars(select(RESULTS.c.played_on).order_by(RESULTS.c.played_on)).first()
        db.session.execute(update(Club).where(Club.id == club).values(due_from_day=first, due_from_game=0))
        db.session.execute(update(Result).values(mu=0.0))

    server.start()

    with app.app_context():
        deadline = time.monotonic() + 60
        while ratings_due_from(club) and time.monotonic() < deadline:
            db.session.rollback()
            time.sleep(0.1)
        assert ratings_due_from(club) is None
        assert db.session.scalars(select(RESULTS.c.mu).where(RESULTS.c.mu == 0)).all() == []
