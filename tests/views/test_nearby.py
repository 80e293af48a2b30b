"""The name by which phones on the local network find the server."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.conftest import link

ANNOUNCE = "import time; from commands.nearby import announce; print(announce('roundhouse', '127.0.0.1', 8000), flush=True); time.sleep(60)"
NEARBY, NAME = "http://192.168.1.20:8000", "roundhouse.local"


@contextmanager
def server_that_announces() -> Iterator[str]:
    """Run another server for the duration of the block, and yield the name that it has taken."""
    with subprocess.Popen([sys.executable, "-c", ANNOUNCE], stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 (our own words)
        assert server.stdout
        yield server.stdout.readline().strip()
        server.kill()


@pytest.fixture
def by_name(app: Flask) -> Flask:
    """An app whose server has taken a name on the local network."""
    app.config.update(ROUNDHOUSE_NEARBY=NEARBY, ROUNDHOUSE_NAME=NAME)
    return app


def test_a_second_server_in_the_house_takes_the_next_name() -> None:
    with server_that_announces() as first:
        # A name that was just announced is not announced again within a second (RFC 6762, 6).
        time.sleep(1.2)
        with server_that_announces() as second:
            pass

    assert first.startswith("roundhouse") and first.endswith(".local")
    assert second.startswith("roundhouse-") and second.endswith(".local") and second != first


@pytest.mark.parametrize(
    ("wanted", "address"),
    [("roundhouse", ""), ("roundhouse", "8.8.8.8"), ("roundhouse", "no address"), ("", "127.0.0.1")],
)
def test_no_name_is_taken_where_none_is_wanted_or_no_house_is(wanted: str, address: str) -> None:
    answer = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", f"from commands.nearby import announce; print(announce({wanted!r}, {address!r}, 8000))"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert answer.stdout == "\n"


@pytest.mark.parametrize("host", ["roundhouse.local:8000", "ROUNDHOUSE.local", "roundhouse.local.:8000"])
def test_whoever_comes_by_the_name_is_led_to_the_address_before_anything_is_kept(by_name: Flask, host: str) -> None:
    answer = by_name.test_client().get("/start?like=%C3%A9&x=1", headers={"Host": host})

    assert (answer.status_code, answer.location) == (302, f"{NEARBY}/start?like=%C3%A9&x=1")
    assert "Set-Cookie" not in answer.headers


def test_a_key_is_opened_at_the_address_alone(by_name: Flask, ana: Phone, club: str) -> None:
    key = link(ana, club, 1)

    answer = by_name.test_client().get(key, headers={"Host": NAME})

    assert (answer.status_code, answer.location) == (302, NEARBY + key)
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "localhost", "roundhouse.example", "notroundhouse.local"])
def test_any_other_host_is_answered_where_it_came(by_name: Flask, host: str) -> None:
    assert by_name.test_client().get("/", headers={"Host": host}).status_code == 200


def test_without_a_name_nobody_is_led(app: Flask) -> None:
    assert app.test_client().get("/", headers={"Host": NAME}).status_code == 200
