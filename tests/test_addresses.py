"""Links that commands print contain the port being served and the address that is set."""

import pytest
from flask import Flask

from commands.address import address_in_the_house, link_of
from models.ledger.keys import Key

# A phone opens such a link, so it names this machine as its network does.
HERE = address_in_the_house() or "127.0.0.1"


@pytest.mark.parametrize(
    ("settings", "link"),
    [
        ({}, "http://{}:8000/k/x-"),
        ({"PORT": ""}, "http://{}:8000/k/x-"),
        ({"PORT": "9000"}, "http://{}:9000/k/x-"),
        ({"PORT": "9000", "ROUNDHOUSE_CERTIFICATE": "house.crt"}, "https://{}:9000/k/x-"),
    ],
)
def test_a_link_names_the_port_that_is_served(
    app: Flask, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], link: str
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    with app.app_context():
        assert link_of(Key(ref="x")).startswith(link.format(HERE))


def test_a_link_names_the_address_that_is_set_with_its_sub_path(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    app.config["ROUNDHOUSE_ADDRESS"] = "https://house.example/roundhouse"

    with app.app_context():
        assert link_of(Key(ref="x")).startswith("https://house.example/roundhouse/k/x-")


def test_the_demo_prints_such_a_link(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")

    output = app.test_cli_runner().invoke(args=["demo"]).output

    assert output.startswith(f"http://{HERE}:9000/k/")
