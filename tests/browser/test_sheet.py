"""The sheet on small and large screens: everything is in sight, names are whole, and it scrolls in one direction only."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, expect_row, open_more, play_a_round, send_round, set_letters, start_game
from tests.browser.test_pages import OPEN_ALL, TOO_WIDE, broken_words
from tests.conftest import pick, sure

FIVE = ["Grandma", "Uncle Bob", "Ana", "Christopher", "Lucy"]
# Eight names of twenty letters, with and without spaces, two of which begin alike.
EIGHT = ["Wolfeschlegelsteinha", "Wolfeschlegelsteinbe", "Christopherina Montg", "Christopherson Featx"]
EIGHT += ["Anastasia Kowalskiex", "Maximiliano Gutierre", "Grandmother of Lucy1", "Ana Maria del Carmen"]

OUTSIDE = """() => [...document.querySelectorAll("main *")].filter((one) => !one.closest(".sheet table, .vh, svg"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + .5 || one.getBoundingClientRect().left < -.5)
  .map((one) => one.outerHTML.slice(0, 120))"""
# A hyphen may end a line.
WORD = r"[^\s\-]+"


@pytest.mark.parametrize("rules", ["double-nine", "double-twelve"])
def test_the_four_actions_and_the_heads_are_in_sight_without_scrolling(page: Page, rules: str) -> None:
    play_a_round(page, FIVE, ("out", "34", "3", "4", "5"), rules=rules)

    scores, referee = "Enter scores for round 2", "Referee the round being played, round 2"
    for name in (scores, referee, "Share: a QR code for other phones"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Undo: Round 1: 5 scores", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.locator(".sheet thead")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_five_players_need_no_sideways_scroll_on_a_phone(page: Page) -> None:
    play_a_round(page, FIVE, ("out", "71", "36", "24", "55"))

    assert page.locator(".sheet").evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert page.locator(".sheet .name").all_inner_texts() == ["Grandma", "Uncle Bob", "Ana", "Chris.", "Lucy"]


@pytest.mark.parametrize(("width", "letters"), [(320, 16), (320, 20), (360, 20)])
@pytest.mark.parametrize("rest", ["", "/changes", "/log"])
def test_nothing_leaves_its_frame_with_eight_long_names(
    new_phone: NewPhone, width: int, letters: int, rest: str
) -> None:
    page = new_phone(width)
    game = play_a_round(page, EIGHT, ("out", *map(str, range(101, 108))), rules="double-twelve")
    page.goto(f"{game}{rest}")
    page.evaluate(OPEN_ALL)
    set_letters(page, letters)

    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(TOO_WIDE) == 0


@pytest.mark.parametrize("width", [320, 360, 820, 1920])
@pytest.mark.parametrize("names", [FIVE, EIGHT])
def test_no_word_of_a_sheet_is_broken(new_phone: NewPhone, width: int, names: list[str]) -> None:
    page = new_phone(width)
    play_a_round(page, names, ("out", *map(str, range(11, 10 + len(names)))), rules="double-twelve")

    assert broken_words(page, WORD) == []


def test_names_wrap_between_words_wherever_they_are_listed(page: Page) -> None:
    game = play_a_round(page, FIVE, ("out", "34", "3", "4", "5"))
    night = pick(r"/nights/\w+", page.content())
    broken = []
    for address in (night, *(f"{game}/{path}" for path in ("log", "changes", "rounds/1", "print", "pictures"))):
        page.goto(address)
        page.evaluate(OPEN_ALL)
        set_letters(page, 20)
        broken += [f"{word} on {address}" for word in broken_words(page, WORD)]

    assert broken == []


def test_the_sheet_scrolls_sideways_only_and_keeps_its_rounds_in_sight(new_phone: NewPhone) -> None:
    page = new_phone(360, 500)
    play_a_round(page, EIGHT, ("out", *map(str, range(11, 18))), rules="double-twelve")
    sheet = page.locator(".sheet")
    assert sheet.evaluate("one => one.scrollHeight - one.clientHeight") == 0
    assert sheet.evaluate("one => one.scrollWidth - one.clientWidth") > 0

    sheet.evaluate("one => { one.scrollLeft = 999 }")

    assert sure(page.locator(".sheet tbody th").first.bounding_box())["x"] == 0


@pytest.mark.parametrize("width", [360, 1920])
def test_the_mark_of_a_correction_stands_beside_its_number(new_phone: NewPhone, width: int) -> None:
    page = new_phone(width)
    game = play_a_round(page, FIVE, ("out", "34", "3", "4", "5"))
    send_round(page, game, 1, "out", "34", "21", "4", "5")
    page.goto(game)

    number = sure(page.locator(".sheet .corrected").bounding_box())
    mark = sure(page.locator(".sheet .mark").bounding_box())

    assert abs(mark["x"] - (number["x"] + number["width"])) < 2
    expect(page.get_by_role("link", name="21 corrected")).to_be_visible()


def test_undo_says_what_another_phone_entered_and_takes_that_back(page: Page) -> None:
    game = play_a_round(page, FIVE, ("out", "34", "3", "4", "5"))
    expect(page.get_by_role("button", name="Undo: Round 1: 5 scores")).to_be_visible()
    send_round(page, game, 2, "", "77", "", "", "")

    expect(page.locator(".sheet")).to_contain_text("77")
    page.get_by_role("button", name="Undo: Round 2, Uncle Bob: 77").click()

    expect(page.get_by_role("button", name="Put it back Round 2, Uncle Bob: 77")).to_be_visible()
    expect(page.locator(".sheet")).to_contain_text("34")
    expect(page.locator(".sheet")).not_to_contain_text("77")


def test_on_a_wide_screen_the_sheet_and_what_to_do_stand_side_by_side(new_phone: NewPhone) -> None:
    page = new_phone(1920, 1080)
    start_game(page, FIVE)
    sheet = sure(page.locator(".sheet").bounding_box())
    button = sure(page.locator(".next-thing .main").bounding_box())

    assert sheet["x"] + sheet["width"] < button["x"]
    assert sheet["y"] < button["y"] + button["height"]
    expect(page.locator(".groups").first).to_be_in_viewport(ratio=1)


def test_the_rest_stands_in_three_groups_and_what_is_dangerous_is_quiet_on_its_own_page(page: Page) -> None:
    play_a_round(page, FIVE, ("out", "34", "3", "4", "5"))

    open_more(page)
    groups = ["At the table", "Rules", "Watch and print"]
    expect(page.get_by_role("navigation").locator("h2")).to_have_text(groups)
    expect(page.get_by_role("button", name=re.compile("Stop|trash"))).to_have_count(0)
    expect(page.locator(".main")).to_have_count(1)

    page.get_by_role("link", name="Players, penalties, rules, stopping").click()
    expect(page.locator("details")).to_have_count(7)
    expect(page.locator("details[open]")).to_have_count(0)
    expect(page.locator("main button:not(details button)")).to_have_count(0)

    for part in ("Somebody joins late", "Add a penalty", "Change the rules", "Stop early"):
        page.locator("summary", has_text=part).click()
        expect(page.locator("details[open]")).to_have_count(1)
        expect(page.locator("details[open] .main")).to_have_count(0 if part == "Stop early" else 1)
    expect(page.get_by_role("button", name="Move to the trash")).to_be_visible()


def test_a_tap_on_a_name_leads_to_mending_it_and_back(page: Page) -> None:
    play_a_round(page, ["Ana", "Bne", "Cai"], ("out", "34", "5"))

    page.locator(".sheet thead").get_by_role("link", name="Bne").click()
    page.get_by_label("Name", exact=True).fill("Ben")
    page.get_by_role("button", name="Rename").click()

    expect(page.locator(".sheet thead")).to_contain_text("Ben")
    expect_row(page, "9-9", ["0", "34", "5"])
