"""Plain HTTP: pages say, where people would look for it, which things a phone cannot do and what to use instead."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from proofs.server import Server
from tests.browser.conftest import play_a_round
from tests.browser.test_outbox import enter_round


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a proxy, even if the server of the other tests is behind one."""
    server = Server(tmp_path_factory.mktemp("plain"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def phone(browser: Browser, plain: Server) -> Iterator[Page]:
    """A phone on the sheet of a game after the first of its two rounds.

    The server's address is a name, as on a home network, because 127.0.0.1 would count as secure.
    """
    at_home = browser.new_context(base_url=plain.address)
    keeper = at_home.new_page()
    play_a_round(keeper, ["Ana", "Ben"], ("out", "12"), engines="9,8")
    named = f"http://roundhouse.local:{plain.port}"
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=named)
    for cookie in at_home.cookies():
        context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": named}])
    page = context.new_page()
    page.goto(urlsplit(keeper.url).path)
    yield page
    context.close()
    at_home.close()


def test_the_sheet_says_once_how_to_keep_the_screen_on_and_what_https_would_bring(phone: Page) -> None:
    note = phone.get_by_text("Your screen may go dark")
    expect(note).to_be_visible()
    phone.get_by_role("link", name="How to get HTTPS").click()
    expect(phone.get_by_role("heading", name="What your phone cannot do without HTTPS")).to_be_visible()
    expect(phone.get_by_text("Whoever runs this server can turn HTTPS on.")).to_be_visible()
    phone.go_back()
    phone.reload()
    expect(phone.locator(".sheet")).to_be_visible()
    expect(note).to_be_hidden()


def test_a_result_is_sent_by_the_phones_own_mail_and_messengers(phone: Page) -> None:
    phone.goto(f"{urlsplit(phone.url).path}/rounds/2")
    enter_round(phone, "7", "out")
    phone.get_by_role("button", name="Share the result").click()

    phones = {"By email": "mailto:", "By text message": "sms:"}
    for name, begin in (phones | {"WhatsApp": "https://wa.me/", "Telegram": "https://t.me/"}).items():
        expect(phone.get_by_role("link", name=name)).to_have_attribute("href", re.compile(f"^{begin}.*Ana"))
    expect(phone.get_by_role("link", name="Save the picture")).to_be_visible()


def test_links_are_pale_while_an_entry_waits_on_a_page_that_nothing_keeps(phone: Page) -> None:
    phone.goto(f"{urlsplit(phone.url).path}/rounds/2")
    link = phone.get_by_role("link", name="Roundhouse")
    colour = link.evaluate("link => getComputedStyle(link).color")
    phone.context.set_offline(True)
    enter_round(phone, "7", "out")

    expect(phone.get_by_text("Keep this page open.")).to_be_visible()
    assert link.evaluate("link => getComputedStyle(link).color") != colour

    phone.context.set_offline(False)
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(link).to_have_css("color", colour)
