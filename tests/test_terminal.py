"""When Roundhouse does not start, or a command fails, one sentence says why and what to do."""

import os
import re
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from errno import EACCES
from functools import partial
from pathlib import Path

import pytest
from click import ClickException, Context

from commands.address import require_free
from commands.serve import WITHOUT_NETWORK, serve
from proofs.ports import free_port
from proofs.server import Server
from tests.conftest import flask, serving, sure

pytestmark = pytest.mark.heavy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "instance"


def sentence(run: subprocess.CompletedProcess[str]) -> str:
    """The one line that a failed command printed; it must print nothing else."""
    assert run.returncode != 0, run.stdout
    assert run.stderr.strip().count("\n") == 0, run.stderr
    return run.stderr.strip()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program is serving, through a socket that allows the port to be shared."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("0.0.0.0", 0))  # noqa: S104 (as the server does)
        listener.listen()
        yield listener.getsockname()[1]


def test_a_taken_port_is_not_shared_and_a_free_one_is_named(folder: Path, taken: int) -> None:
    message = sentence(flask(folder, "serve", "--port", str(taken)))

    assert f"Port {taken} is taken" in message
    free = re.search(r"Port (\d+) is free: run “make run PORT=\1”", message)
    assert free
    with Context(serve):
        require_free(int(free[1]))


def test_a_second_server_does_not_start_beside_the_first(tmp_path: Path, folder: Path) -> None:
    with serving(Server(tmp_path)) as first:
        assert f"Port {first.port} is taken" in sentence(flask(folder, "serve", "--port", str(first.port)))


def test_a_port_that_is_held_but_does_not_answer_is_taken_too(folder: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("0.0.0.0", 0))  # noqa: S104 (as the server does)
        port = holder.getsockname()[1]

        assert f"Port {port} is taken" in sentence(flask(folder, "serve", "--port", str(port)))


def test_a_port_for_root_alone_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(socket.socket):
        def bind(self, place: tuple[str, int]) -> None:  # type: ignore[override] # the only kind of place that is asked for
            if place[1] < 1024:
                raise PermissionError(EACCES, "Permission denied")
            super().bind(place)

    monkeypatch.setattr(socket, "socket", Refused)

    with Context(serve), pytest.raises(ClickException, match=r"Only root can serve on port 81\. Port \d{4,5} is free"):
        require_free(81)


def test_a_port_that_is_none_is_refused(folder: Path) -> None:
    run = flask(folder, "serve", "--port", "99999")

    assert run.returncode == 2
    assert "99999 is not in the range 1<=x<=65535" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"DATABASE_URL": "mysql://ana:hidden@host/club"}, "DATABASE_URL does not name a database that Roundhouse can"),
        ({"DATABASE_URL": "postgresql://ana:hidden@host:port/club"}, "DATABASE_URL does not name a database"),
        (
            {"DATABASE_URL": "postgresql://ana:hidden@127.0.0.1:9/roundhouse"},
            "No database answers at postgresql+psycopg://ana:***@127.0.0.1:9/roundhouse",
        ),
        ({"ROUNDHOUSE_PROXIES": "-1"}, "ROUNDHOUSE_PROXIES is “-1”, but it has to be a whole number"),
        ({"ROUNDHOUSE_FORM_SECONDS": "nan"}, "ROUNDHOUSE_FORM_SECONDS is “nan”, but it has to be a number"),
        ({"ROUNDHOUSE_CLUBS_AN_HOUR": "1.5"}, "ROUNDHOUSE_CLUBS_AN_HOUR is “1.5”, but it has to be a whole number"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named(folder: Path, settings: dict[str, str], said: str) -> None:
    run = flask(folder, "serve", "--port", str(free_port()), **settings)

    assert said in sentence(run)
    assert "hidden" not in run.stderr


def test_an_address_to_listen_on_that_is_none_is_named(folder: Path) -> None:
    for address in ("banana", "203.0.113.5"):
        said = sentence(flask(folder, "serve", "--listen", address))
        assert f"“{address}” is not an address of this machine." in said


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    message = sentence(flask(tmp_path / "file" / "instance", "serve"))

    assert "Not a directory. Roundhouse keeps its database and its secret in" in message
    assert "set ROUNDHOUSE_INSTANCE to use another folder" in message


def test_an_empty_secret_stops_the_start(folder: Path) -> None:
    folder.mkdir()
    (folder / "secret_key").touch()

    assert "secret_key is empty, but every link was signed with the secret in it" in sentence(flask(folder, "serve"))


def test_a_disk_that_is_full_at_the_first_start_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = partial(subprocess.run, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
    monkeypatch.setattr(subprocess, "run", small)

    message = sentence(flask(folder, "serve", "--port", str(free_port())))

    assert "roundhouse.db cannot be written to. Is the disk full, or the file read-only?" in message


def test_before_the_first_start_a_command_says_what_to_do(folder: Path) -> None:
    assert "There are no tables at" in sentence(flask(folder, "key", "list"))
    assert "Start the server once to make them" in sentence(flask(folder, "club", "export", "Ana"))


def test_data_of_a_newer_version_is_refused_with_the_reason(folder: Path) -> None:
    flask(folder, "db", "upgrade")
    with closing(sqlite3.connect(folder / "roundhouse.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")

    served = flask(folder, "serve", "--port", "24571")

    assert "A newer version of Roundhouse has used this data. Start that version, or restore a backup" in served.stderr


def test_a_backup_without_a_club_or_a_folder_fails_and_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    flask(folder, "db", "upgrade")
    without_club = sentence(flask(folder, "backup", str(tmp_path / "backup.zip")))
    flask(folder, "demo")
    without_folder = sentence(flask(folder, "backup", str(tmp_path / "nowhere" / "backup.zip")))

    assert f"There is no club at sqlite:///{folder}/roundhouse.db, so nothing was backed up" in without_club
    assert "nowhere/backup.zip.part: No such file or directory." in without_folder
    assert list(tmp_path.glob("*.zip*")) == []


def test_a_terminal_without_half_blocks_still_shows_a_code(tmp_path: Path) -> None:
    with serving(Server(tmp_path, PYTHONIOENCODING="latin-1")):
        pass

    log = (tmp_path / "log").read_bytes().decode("latin-1")

    assert "On this machine:" in log
    assert "\x1b[7m" in log


def test_without_a_network_that_is_said_and_no_code_is_shown(folder: Path) -> None:
    serving = [sys.executable, "-u", "-m", "flask", "--app", "app", "serve", "--port", "8000"]
    environment = os.environ | {"ROUNDHOUSE_INSTANCE": str(folder), "DATABASE_URL": ""}
    command = ["unshare", "--map-root-user", "--net", *serving]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 (our own words)
        lines = [sure(process.stdout).readline() for _ in range(2)]
        process.terminate()
        rest = sure(process.stdout).read()

    assert lines == ["On this machine:   http://127.0.0.1:8000\n", f"{WITHOUT_NETWORK}\n"]
    assert "█" not in rest and "On phones" not in rest
