"""Not too much on a page: at most six sizes of type, and few links besides the main content."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import play_a_round

NAMES = ["Ana", "Ben", "Cai", "Dee"]
SIZES = """() => [...new Set([...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".vh") && [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
  .map((one) => getComputedStyle(one).fontSize))]"""
# Scores and names in the sheet are links, too.
LINKS = """() => [...document.querySelectorAll("main a")]
  .filter((one) => one.checkVisibility() && !one.closest(".sheet")).map((one) => one.innerText)"""


@pytest.fixture
def phone(page: Page) -> Page:
    """A phone on the sheet of a game with one round entered."""
    play_a_round(page, NAMES, ("out", "34", "12", "5"))
    return page


def test_every_page_has_at_most_six_sizes_of_type(phone: Page) -> None:
    sheet = phone.url
    phone.goto("/")
    phone.get_by_role("link", name="Ana’s table").click()
    club = phone.url
    pages = [sheet, f"{sheet}/rounds/2", f"{sheet}/changes", club, f"{club}/statistics", f"{club}/nights"]
    for address in (*pages, "/", "/rulings", "/start"):
        phone.goto(address)
        assert len(phone.evaluate(SIZES)) <= 6, address


def test_few_links_stand_beside_what_a_page_is_about(phone: Page) -> None:
    most = {phone.url: 7, "/": 6, "/rulings?rules=double-nine": 12}
    for address, count in most.items():
        phone.goto(address)
        assert len(phone.evaluate(LINKS)) <= count, address
