"""A phone that reaches the server by its name on the home network."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from proofs.server import Server
from tests.browser.conftest import play_a_round
from tests.browser.test_outbox import enter_offline, new_tab


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
    enter_offline(phone, game, ("7", "out"))

    phone = new_tab(phone)
    phone.goto(f"http://roundhouse.local:{named.port}{game.removeprefix(named.address)}")

    assert phone.url.startswith(named.address)
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(phone.get_by_role("row").filter(has_text="8-8")).to_contain_text("7")
