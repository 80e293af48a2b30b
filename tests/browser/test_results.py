"""Sharing a result: two taps from the end of the game to the phone's share sheet, or to the copied address."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, play_a_round, send_round

# A phone whose browser can share files. It notes what it was given, and whether a tap still counted.
SHARES = """
navigator.canShare = (given) => given.files.every((file) => file.type === "image/png");
navigator.share = async (given) => {
  const [file] = given.files;
  const tapped = navigator.userActivation.isActive;
  const first = new Uint8Array(await file.arrayBuffer()).slice(0, 4);
  window.given = { title: given.title, text: given.text, url: given.url, name: file.name, type: file.type, size: file.size,
    png: String.fromCharCode(...first.slice(1)), tapped };
  document.body.dataset.given = "yes";
};
"""
# A phone without HTTPS has neither a share sheet nor the newer clipboard.
NO_HTTPS = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
Object.defineProperty(navigator, "share", { value: undefined });
document.addEventListener("copy", () => { window.copied = document.activeElement.value.slice(
  document.activeElement.selectionStart, document.activeElement.selectionEnd); });
"""


def play(page: Page, names: tuple[str, ...] = ("Ana", "Ben")) -> str:
    """Play a game of two rounds, which the first wins, and open the sheet. Returns the sheet's address."""
    game = play_a_round(page, [*names], ("out", *["12"] * (len(names) - 1)), engines="1 0")
    send_round(page, game, 2, "out", *["7"] * (len(names) - 1))
    page.goto(game)
    return game


def share(page: Page, button: str) -> None:
    page.get_by_role("button", name="Share the result").click()
    page.get_by_role("button", name=button).click()


@pytest.mark.parametrize("names", [("Ana", "Ben", "Cai", "Dee"), tuple(f"Player {number}" for number in range(1, 9))])
def test_two_taps_lead_to_the_share_sheet_with_the_picture_in_it(page: Page, names: tuple[str, ...]) -> None:
    page.add_init_script(SHARES)
    play(page, names)
    expect(page.locator(".result-winner")).to_have_text(names[0])
    # It is in sight without scrolling.
    expect(page.get_by_role("button", name="Share the result")).to_be_in_viewport(ratio=1)

    share(page, "Send it")

    page.wait_for_selector("body[data-given]", state="attached")
    data = page.evaluate("window.given")
    assert (data["png"], data["type"], data["tapped"]) == ("PNG", "image/png", True)
    assert 10_000 < data["size"] < 300_000
    assert data["title"] == f"{names[0]} wins with 0"
    assert re.search(r"/r/\w+-[\w-]+$", data["url"])
    assert "Mexican Train" in data["text"]


def test_without_https_two_taps_copy_the_address(page: Page, new_phone: NewPhone) -> None:
    page.add_init_script(NO_HTTPS)
    play(page)

    share(page, "Copy the link")

    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    address = page.get_by_label("The link to this result").input_value()
    assert page.evaluate("window.copied") == address

    page.get_by_role("button", name="Copy Text to send").click()
    assert "Ana wins with 0" in page.evaluate("window.copied")

    stranger = new_phone()
    stranger.goto(re.sub(r"^http://[^/]+", "", address))
    expect(stranger.locator(".places .first")).to_contain_text("Ana")
    expect(stranger.get_by_role("link")).to_have_count(2)
    assert stranger.context.cookies() == []


def test_the_newer_clipboard_is_used_where_there_is_one(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play(page)
    share(page, "Copy the link")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    address = page.get_by_label("The link to this result").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == address


def test_closing_the_share_sheet_is_no_trouble(page: Page) -> None:
    page.add_init_script(SHARES + 'navigator.share = () => Promise.reject(new DOMException("", "AbortError"));')
    play(page)
    share(page, "Send it")

    expect(page.get_by_role("button", name="Send it")).to_be_visible()


def test_a_picture_that_is_not_given_out_is_not_sent(page: Page) -> None:
    page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async (given) => { document.body.dataset.given = Object.keys(given); };"
    )
    page.route("**/*.png", lambda route: route.fulfill(status=429, content_type="text/html", body="Too many requests"))
    play(page)

    share(page, "Send it")

    expect(page.locator("body")).to_have_attribute("data-given", "title,text,url")


def test_without_scripts_the_address_stands_in_a_field(new_phone: NewPhone) -> None:
    page = new_phone(scripts=False)
    play(page)
    page.get_by_role("button", name="Share the result").click()

    expect(page.get_by_label("The link to this result")).to_have_value(re.compile("/r/"))
    expect(page.get_by_role("link", name="Save the picture")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_be_hidden()

    page.get_by_text("Turn off this link").first.click()
    page.get_by_role("button", name="Turn off this link").click()
    expect(page.get_by_role("button", name="Share the result")).to_be_visible()


def test_every_phone_at_the_table_sees_who_has_won(new_phone: NewPhone) -> None:
    """The result appears by itself, and its button works on a page that was opened before the end."""
    ana = new_phone()
    game = play_a_round(ana, ["Ana", "Ben"], ("out", "12"), engines="1 0")
    send_round(ana.context.new_page(), game, 2, "out", "7")

    expect(ana.locator(".result-winner")).to_have_text("Ana")
    ana.get_by_role("button", name="Share the result").click()
    ana.wait_for_url("**/result/link")
    expect(ana.get_by_label("The link to this result")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360, 820])
def test_nothing_leaves_the_page_sideways(new_phone: NewPhone, width: int) -> None:
    page = new_phone(width)
    play(page, (*(f"{number} Maximiliana-Alex {number}" for number in range(1, 8)), "W" * 40))
    scroll_width = "document.documentElement.scrollWidth"
    widths = [page.evaluate(scroll_width)]
    page.get_by_role("button", name="Share the result").click()
    address = page.get_by_label("The link to this result").input_value()
    widths.append(page.evaluate(scroll_width))
    page.goto(re.sub(r"^http://[^/]+", "", address))
    widths.append(page.evaluate(scroll_width))

    assert widths == [width] * 3
