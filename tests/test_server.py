"""The production server: silent connections delay nobody, and a killed server loses nothing that it acknowledged."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
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
from proofs.visitor import Visitor
from samples.years import create_club_with_years
from tests.conftest import serving, sure

SILENT = 300
STARTED = {"players-0": "Ana", "players-1": "Ben", "rules": "double-nine"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(Server(tmp_path)) as server:
        yield server


@contextmanager
def silent_connections(server: Server, count: int) -> Iterator[None]:
    """Hold connections open that send nothing, or at every second one the half of a request."""
    with ExitStack() as held:
        for number in range(count):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: " if number % 2 else b"")
        yield


def test_three_hundred_silent_connections_delay_no_page(server: Server) -> None:
    with silent_connections(server, SILENT):
        for _ in range(20):
            urllib.request.urlopen(server.address, timeout=20).close()  # noqa: S310 (our own address)


class CrampedServer(Server):
    """A server on a machine that allows each process few open files."""

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        return ["sh", "-c", 'ulimit -n 300 && exec "$@"', "sh", *super().command]


def test_where_few_files_may_be_open_silent_connections_do_not_keep_the_page_of_health_out(tmp_path: Path) -> None:
    with serving(CrampedServer(tmp_path)) as server, silent_connections(server, 2 * SILENT):
        urllib.request.urlopen(f"{server.address}/health", timeout=8).close()  # noqa: S310 (our own address)


@pytest.fixture
def ana(server: Server) -> Iterator[Visitor]:
    with closing(Visitor(server.port)) as visitor:
        yield visitor


def test_what_was_acknowledged_survives_a_kill(server: Server, ana: Visitor) -> None:
    game = enter_scores(ana, 20)

    server.stop(signal.SIGKILL)
    server.start()

    log = ana.ask(f"{game}/log").text
    assert [pips for pips in range(1, 21) if f"Round 1, Ben: {pips}" not in log] == []


def test_serving_prints_where_phones_find_it_with_a_qr_code(server: Server) -> None:
    log = (server.folder / "log").read_text()

    assert f"On this machine:   http://127.0.0.1:{server.port}" in log
    assert re.search(r"On phones nearby:  http://[\d.]+:\d+", log)
    assert "█" in log
    assert log.count(WITHOUT_HTTPS) == 1


def test_below_a_sub_path_the_server_prints_and_answers_there(tmp_path: Path) -> None:
    server = Server(tmp_path, ROUNDHOUSE_ADDRESS="https://house.example/roundhouse/")
    with serving(server), closing(Visitor(server.port)) as guest:
        for path in ("/roundhouse", "/roundhouse/rulings", "/roundhouse/rulings"):
            guest.ask(path)
        sheet = guest.send("/roundhouse/start", **STARTED)

    log = (tmp_path / "log").read_text()
    assert f"On this machine:   http://127.0.0.1:{server.port}/roundhouse\n" in log
    assert "On phones:         https://house.example/roundhouse\n" in log
    assert WITHOUT_HTTPS not in log
    assert sheet.address.startswith("/roundhouse/games/")
    assert f'href="{sheet.address}/rounds/1"' in sheet.text


def test_the_secret_is_made_once_and_is_nobody_elses_to_read(server: Server) -> None:
    path = server.folder / "secret_key"
    secret = path.read_text()
    server.stop()
    server.start()

    assert path.read_text() == secret and len(secret) > 40
    assert path.stat().st_mode & 0o077 == 0


def enter_scores(ana: Visitor, count: int) -> str:
    """Start a game and enter this many scores. Return the game's address."""
    game = ana.send("/start", **STARTED).address
    ana.send(f"{game}/me", name="Ana")
    ben = re.findall(r'id="seat-(\d+)"', ana.ask(f"{game}/rounds/1").text)[1]
    for number in range(count):
        ana.send(f"{game}/rounds/1", **{f"hand_{ben}-left": str(number % 80 + 1)})
    return game


def lines_in(path: Path) -> int:
    """The number of sheet lines in a database file."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM lines").fetchone()[0])


def becomes(happened: Callable[[], bool]) -> bool:
    """True as soon as it happens, or False after a minute."""
    until = time.monotonic() + 60
    while not (has_happened := happened()) and time.monotonic() < until:
        time.sleep(0.2)
    return has_happened


def test_the_file_alone_holds_everything_soon_after_the_last_entry(ana: Visitor, tmp_path: Path) -> None:
    enter_scores(ana, 60)

    assert becomes(lambda: lines_in(Path(shutil.copy(tmp_path / "roundhouse.db", tmp_path / "alone.db"))) == 60)


def test_a_log_that_a_long_reader_made_long_is_cut_again(server: Server) -> None:
    path, log = server.folder / "roundhouse.db", server.folder / "roundhouse.db-wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM lines").fetchone()
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as writer:
            writer.execute("CREATE TABLE ballast (text TEXT)")
            for _ in range(10):
                writer.execute("INSERT INTO ballast VALUES (?)", ("x" * 1024 * 1024,))
        assert log.stat().st_size > 8 * 1024 * 1024

    assert becomes(lambda: log.stat().st_size < 8 * 1024 * 1024)


@pytest.mark.heavy
def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "roundhouse.db").touch(0o644)

    with serving(Server(tmp_path)):
        modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("roundhouse.db*")}

    assert modes == dict.fromkeys(("roundhouse.db", "roundhouse.db-wal", "roundhouse.db-shm"), 0)
    assert "Other users of this machine can get into" in (tmp_path / "log").read_text()


def test_a_folder_that_the_app_makes_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_INSTANCE", str(tmp_path / "made"))
    create_app()

    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "made" / "roundhouse.db").stat().st_mode & 0o777 == 0o600


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
    with serving(Server(tmp_path, **settings)) as proxied:
        assert (reaches(proxied.port, "127.0.0.1"), reaches(proxied.port, "127.0.0.2")) == (True, is_open)

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

        def is_settled() -> bool:
            db.session.rollback()
            return ratings_due_from(club) is None

        assert becomes(is_settled)
        assert db.session.scalars(select(RESULTS.c.mu).where(RESULTS.c.mu == 0)).all() == []
