"""Pages at twice the size, by browser zoom or a larger font.

Nothing is covered, no word is split, and nothing runs off the screen.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, enter, expect_row, fill_hand, set_letters, start_scoring
from tests.browser.test_pages import LOOKS, OPEN_ALL, TOO_WIDE, broken_words
from tests.conftest import sure

# The sheet and the standings scroll by themselves, and some lines begin with a very long name.
SHORT_WORD = r"(?<![\p{L}\d])[\p{L}\d]{2,9}(?![\p{L}\d])"
SKIPPED = ".vh, .sheet, .standings, .screen, .whose, .step, svg, script, .link, .notation, textarea"
SCROLLS = """() => [...document.querySelectorAll("div.scrolls")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)"""
COVERED = """() => [...document.querySelectorAll("main :is(a, button, input:not([type=hidden], [type=radio], [type=checkbox]), select, .hand > label)")]
  .filter((one) => one.getClientRects().length && !one.matches(".vh, .sheet *"))
  .filter((one) => {
    one.scrollIntoView({ block: "center" });
    const box = one.getClientRects()[0];
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return over && !one.contains(over) && !over.contains(one) && over.closest("label, a, li") !== one.closest("label, a, li");
  }).map((one) => one.outerHTML.slice(0, 90))"""
ENLARGED: dict[str, Callable[[Page], object]] = {
    "zoom": lambda page: page.set_viewport_size({"width": 180, "height": 320}),
    "letters": lambda page: set_letters(page, 32),
}


def complaints(page: Page, address: str, enlarged: str) -> list[str]:
    page.goto(address)
    ENLARGED[enlarged](page)
    page.evaluate(OPEN_ALL)
    findings = [f"split: {broken_words(page, SHORT_WORD, SKIPPED)}", f"covered: {page.evaluate(COVERED)}"]
    findings.append(f"scrolls sideways: {page.evaluate(SCROLLS)}")
    findings.append(f"too wide by: {page.evaluate(TOO_WIDE)}")
    return [f"{address}: {complaint}" for complaint in findings if not complaint.endswith((": []", ": 0"))]


@pytest.mark.parametrize("look_at", LOOKS)
def test_every_page(new_phone: NewPhone, look_at: Callable[[Page], list[str]]) -> None:
    page = new_phone(360, 640)

    assert [complaint for address in look_at(page) for complaint in complaints(page, address, "zoom")] == []


@pytest.mark.parametrize("enlarged", ENLARGED)
def test_a_round_is_entered(new_phone: NewPhone, enlarged: str) -> None:
    page = new_phone(360, 640)
    names = ["Grandma Josephine", "Uncle Bartholomew", "Christopher", "Lucy", "Ben"]
    game = start_scoring(page, names)
    assert "Who is using this phone?" in page.inner_text("main")
    assert complaints(page, f"{game}/rounds/1", enlarged) == []

    for name, left in zip(names, ("12", "out", "34", "7", "9"), strict=True):
        fill_hand(page, name, left)
        hand = page.get_by_role("group", name=name, exact=True)
        assert sure(hand.locator("label").first.bounding_box())["width"] > 60
    enter(page)

    expect_row(page, "9-9", ["12", "0", "34", "7", "9"])
    ENLARGED[enlarged](page)
    entered = "Round 1: Grandma Josephine 12, Uncle Bartholomew out, Christopher 34, Lucy 7, Ben 9"
    expect(page.locator(".just-entered")).to_have_text(entered)
    expect(page.locator(".just-entered")).to_be_in_viewport()

    corrected = (1, "Christopher", "43", "Christopher 43 (was 34)")
    for number, name, left, text in (corrected, (2, "Lucy", "3", "Christopher missing, Lucy 3, Ben missing")):
        page.goto(f"{game}/rounds/{number}")
        fill_hand(page, name, left)
        enter(page)
        page.wait_for_url(game)
        ENLARGED[enlarged](page)
        expect(page.locator(".just-entered")).to_contain_text(text)
    addresses = (game, f"{game}/rounds/2", "/start")
    assert [complaint for address in addresses for complaint in complaints(page, address, enlarged)] == []
