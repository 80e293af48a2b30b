"""A database that cannot be written to for a while: nobody else waits, and the page tries again by itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from proofs.server import Server
from tests.browser.conftest import NewPhone, start_game, start_scoring, start_table
from tests.browser.proxies import new_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = new_server(tmp_path)
    server.start()
    yield server
    server.stop()


def test_what_was_typed_waits_and_is_sent_again_by_itself(server: Server, new_phone: NewPhone) -> None:
    """Ana sends a score, Ben a move, and Dee a form that may not wait on a phone, while the database stays locked."""
    ana, ben, cai, dee = new_phone(), new_phone(), new_phone(), new_phone()
    dee.goto("/start")
    for place, name in enumerate(("Dee", "Eli")):
        dee.locator(f"#players-{place}").fill(name)
    game = start_scoring(ana, ["Ana", "Ben"], me="Ana")
    start_table(ben, start_game(ben, ["Ana", "Ben"], me="Ana"), 1)
    ben.locator(".train .head", has_text="Ana’s train").click()

    with closing(sqlite3.connect(server.folder / "roundhouse.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        ana.get_by_label("Pips for Ben").fill("12+11")
        ana.get_by_role("button", name="Enter", exact=True).click(no_wait_after=True)
        ben.locator("button[value='A 9-7@A']").click(no_wait_after=True)
        dee.get_by_role("button", name="Start", exact=True).last.click(no_wait_after=True)
        cai.goto("/")
        expect(cai.get_by_role("heading").first).to_be_visible()
        for phone, text in ((ana, "Ben 12+11"), (ben, "Ana’s train: 7")):
            expect(phone.locator("#outbox").get_by_text(text)).to_be_visible()
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(dee.get_by_role("heading", name="Too much at once")).to_be_visible()
        expect(dee.get_by_text("Eli")).to_be_visible()
        connection.execute("ROLLBACK")

    ana.wait_for_url(game)
    expect(ana.locator("#main")).to_contain_text("23")
    expect(ben.get_by_text("Ana plays 9-7 on Ana’s train.")).to_be_visible()
    dee.wait_for_url("**/games/*")
