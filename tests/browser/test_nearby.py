"""A phone that reaches the server by its name on the home network."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from proofs.server import Server
from tests.browser.conftest import fill_hand, play_a_round, tap_enter


class NamedServer(Server):
    """The app on a server that has taken the name roundhouse.local, whatever network this machine is on."""

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        return [sys.executable, "-m", "flask", "run", "--port", str(self.port)]


@pytest.fixture
def named(tmp_path: Path) -> Iterator[NamedServer]:
    server = NamedServer(tmp_path)
    server.settings.update(ROUNDHOUSE_NAME="roundhouse.local", ROUNDHOUSE_NEARBY=server.address)
    subprocess.run(
        [sys.executable, "-m", "flask", "db", "upgrade"], env=server.environment, check=True, capture_output=True
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture
def phone(browser: Browser, named: NamedServer) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=named.address)
    yield context.new_page()
    context.close()


def test_what_waits_at_the_address_is_sent_when_the_phone_comes_by_the_name(phone: Page, named: NamedServer) -> None:
    game = play_a_round(phone, ["Ana", "Ben"], ("out", "12"))
    phone.goto(f"{game}/rounds/2")
    phone.context.set_offline(True)
    fill_hand(phone, "Ana", "7")
    fill_hand(phone, "Ben", "out")
    tap_enter(phone)
    expect(phone.locator("#outbox summary > span")).to_have_count(1)

    context = phone.context
    phone.close()
    phone = context.new_page()
    context.set_offline(False)
    phone.goto(f"http://roundhouse.local:{named.port}{game.removeprefix(named.address)}")

    assert phone.url.startswith(named.address)
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(phone.get_by_role("row").filter(has_text="8-8")).to_contain_text("7")
