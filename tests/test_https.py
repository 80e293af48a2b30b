"""`flask serve` with a certificate: what it prints and sends over HTTPS, and what it says about unusable files."""

import http.client
import re
import shlex
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from click import ClickException

from commands.https import find_certificate
from commands.serve import WITHOUT_HTTPS
from proofs.server import UNVERIFIED, Server
from tests.certificates import make_certificate
from tests.conftest import flask, pick, serving


class Files(NamedTuple):
    """A certificate and its key, as they are given to the server."""

    certificate: str
    key: str


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(*map(str, make_certificate(tmp_path_factory.mktemp("https"))))


@pytest.fixture
def server(files: Files, tmp_path: Path) -> Iterator[Server]:
    words = {"ROUNDHOUSE_CERTIFICATE": files.certificate, "ROUNDHOUSE_CERTIFICATE_KEY": files.key}
    with serving(Server(tmp_path, ROUNDHOUSE_FORM_SECONDS="1", **words)) as server:
        yield server


def ask(server: Server, path: str) -> http.client.HTTPResponse:
    """The server's answer over HTTPS, with its page already read."""
    connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=UNVERIFIED)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_phones_are_told_a_safe_address_and_browsers_stay_there(server: Server) -> None:
    statuses = [ask(server, path).status for path in ("/static/icon.svg", "/rulings", "/rulings", "/nowhere")]
    answer = ask(server, "/start")

    log = (server.folder / "log").read_text()
    assert f"On this machine:   https://127.0.0.1:{server.port}" in log
    assert re.search(r"On phones nearby:  https://[\d.]+:\d+", log)
    assert WITHOUT_HTTPS not in log
    assert [*statuses, answer.status] == [200, 200, 200, 404, 200]
    assert "Secure;" in (answer.getheader("Set-Cookie") or "")
    assert answer.getheader("Strict-Transport-Security") == "max-age=31536000"


def connect(server: Server) -> ssl.SSLSocket:
    return UNVERIFIED.wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=20))


def test_a_form_in_pieces_arrives_whole_and_a_slow_one_is_closed(server: Server) -> None:
    head = b"POST /start HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n"
    with connect(server) as whole:
        for piece in (head, b"a=1&", b"b=345"):
            whole.sendall(piece)
            time.sleep(0.1)
        answered = whole.recv(100)
    with connect(server) as slow:
        slow.sendall(head + b"a=1&")
        late = slow.recv(100)

    assert answered.startswith(b"HTTP/1.1 400 ")
    assert late.startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_never_greets_is_closed_and_delays_nobody(server: Server) -> None:
    with ExitStack() as held:
        address = "127.0.0.1", server.port
        silent = [held.enter_context(socket.create_connection(address, timeout=20)) for _ in range(100)]
        begun = time.monotonic()
        statuses = [ask(server, "/").status for _ in range(5)]
        waited = time.monotonic() - begun
        ends = [connection.recv(1) for connection in silent]

    assert statuses == [200] * 5
    assert waited < 5
    assert ends == [b""] * 100


def made(folder: Path, *words: str) -> Files:
    """A certificate of another kind, made by openssl with these arguments."""
    command = [
        *[
            "openssl",
            "req",
            "-x509",
            "-nodes",
            "-subj",
            "/CN=x",
            "-keyout",
            "other.key",
            "-out",
            "other.crt",
            "-newkey",
        ],
        *words,
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 (our own words)
    return Files(str(folder / "other.crt"), str(folder / "other.key"))


def test_without_files_there_is_no_https() -> None:
    assert find_certificate("", "") is None


@pytest.mark.parametrize("kind", [["rsa:2048"], ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"], ["ed25519"]])
def test_the_common_kinds_of_keys_fit(tmp_path: Path, kind: list[str]) -> None:
    paths = find_certificate(*made(tmp_path, *kind))

    assert paths == (tmp_path / "other.crt", tmp_path / "other.key")


def test_the_words_of_the_document_make_a_certificate_that_fits(tmp_path: Path) -> None:
    words = pick(r"(?m)^openssl req .*$", (Path(__file__).parents[1] / "docs/operating.md").read_text())
    subprocess.run(shlex.split(words), cwd=tmp_path, check=True, capture_output=True)  # noqa: S603 (our own words)

    assert find_certificate(str(tmp_path / "house.crt"), str(tmp_path / "house.key"))


def test_a_key_locked_with_a_password_is_said(files: Files, tmp_path: Path) -> None:
    words = ["openssl", "pkey", "-in", files.key, "-aes256", "-passout", "pass:x", "-out", "locked.key"]
    subprocess.run(words, cwd=tmp_path, check=True)  # noqa: S603 (our own words)

    with pytest.raises(ClickException, match="is locked with a password"):
        find_certificate(files.certificate, str(tmp_path / "locked.key"))


def test_files_that_do_not_fit_are_said(files: Files, tmp_path: Path) -> None:
    mine, key = files
    other = made(tmp_path, "rsa:2048").key
    broken = tmp_path / "broken.crt"
    broken.write_text("-----BEGIN CERTIFICATE-----\nTWlzdGFrZQ==\n-----END CERTIFICATE-----\n")
    sentences = {
        (mine, ""): "HTTPS needs two files: --key is missing.",
        ("", key): "HTTPS needs two files: --certificate is missing.",
        (key, mine): f"{key} has no certificate in it. It has to begin with",
        (mine, mine): f"{mine} has no private key in it. It has to begin with",
        (mine, other): f"The key in {other} does not belong to the first certificate in",
        (str(broken), key): f"{broken} and {key} cannot be used together",
    }

    for given, sentence in sentences.items():
        with pytest.raises(ClickException) as raised:
            find_certificate(*given)
        assert raised.value.message.startswith(sentence)
        assert "\n" not in raised.value.message


@pytest.mark.parametrize("kind", [["ec", "-pkeyopt", "ec_paramgen_curve:P-521"], ["ed448"], ["rsa:1024"]])
def test_a_kind_that_the_server_cannot_use_is_said(tmp_path: Path, kind: list[str]) -> None:
    with pytest.raises(ClickException, match=r"is an unusual kind|ee key too small"):
        find_certificate(*made(tmp_path, *kind))


@pytest.mark.parametrize(("key", "why"), [("nowhere.key", "No such file or directory"), ("folder", "Is a directory")])
def test_a_file_that_is_not_there_ends_the_command_with_one_sentence(
    files: Files, tmp_path: Path, key: str, why: str
) -> None:
    (tmp_path / "folder").mkdir()

    run = flask(tmp_path, "serve", "--key", f"{tmp_path}/{key}", ROUNDHOUSE_CERTIFICATE=files.certificate)

    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"Error: {tmp_path}/{key}: {why}.\n"
    assert not (tmp_path / "roundhouse.db-wal").exists()
