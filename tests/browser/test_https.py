"""A browser talking to a server that serves HTTPS itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from proofs.server import Server
from tests.browser.conftest import NewPhone, play_a_round
from tests.certificates import make_certificate


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    certificate, key = make_certificate(tmp_path)
    server = Server(tmp_path, ROUNDHOUSE_CERTIFICATE=str(certificate), ROUNDHOUSE_CERTIFICATE_KEY=str(key))
    server.start()
    yield server
    server.stop()


def test_phones_play_over_https_and_may_do_what_it_allows(new_phone: NewPhone) -> None:
    ana = new_phone()
    game = play_a_round(ana, ["Ana", "Ben"], ("out", "7"))

    expect(ana.get_by_text("Round 2: put the 8-8")).to_be_visible()
    assert game.startswith("https://")
    assert ana.evaluate("isSecureContext && 'wakeLock' in navigator")
