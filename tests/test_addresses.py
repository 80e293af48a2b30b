"""Links that commands print name the port that is served, and the address that is set."""

import pytest
from flask import Flask

from commands.address import link_to


@pytest.mark.parametrize(
    ("settings", "link"),
    [
        ({}, "http://127.0.0.1:8000/k/x"),
        ({"PORT": ""}, "http://127.0.0.1:8000/k/x"),
        ({"PORT": "9000"}, "http://127.0.0.1:9000/k/x"),
        ({"PORT": "9000", "ROUNDHOUSE_CERTIFICATE": "house.crt"}, "https://127.0.0.1:9000/k/x"),
    ],
)
def test_a_link_names_the_port_that_is_served(
    app: Flask, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], link: str
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    with app.app_context():
        assert link_to("x") == link


def test_a_link_names_the_address_that_is_set_with_its_sub_path(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    app.config["ROUNDHOUSE_ADDRESS"] = "https://house.example/roundhouse"

    with app.app_context():
        assert link_to("x") == "https://house.example/roundhouse/k/x"


def test_the_demo_prints_such_a_link(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")

    said = app.test_cli_runner().invoke(args=["demo"]).output

    assert said.startswith("http://127.0.0.1:9000/k/")
