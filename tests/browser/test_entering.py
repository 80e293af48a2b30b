"""Scores are entered on one screen.

This works with the app's number pad, with a keyboard or a screen reader, without JavaScript, and on two phones.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    NewPhone,
    enter,
    expect_row,
    fill_hand,
    open_link,
    open_scores,
    say_name,
    send_round,
    set_letters,
    start_game,
    start_scoring,
)

FIVE = ["Grandma", "Tom", "Lucy", "Uncle Bob", "Ben"]
EIGHT = [*FIVE, "Christopher", "Maximiliane", "Anna-Sophie"]
SHORT = [("out", "34", "12"), ("7", "out", "20"), ("41", "3", "out")]
SHORT_TOTALS = ["48", "37", "32"]

# Counts every tap and every key on all pages of a phone, and the farthest that a page was scrolled.
COUNTER = """
for (const [kind, name] of [["pointerdown", "taps"], ["keydown", "keys"]])
  addEventListener(kind, () => sessionStorage.setItem(name, 1 + Number(sessionStorage.getItem(name))), true);
addEventListener("scroll", () => sessionStorage.setItem("scrolls", 1 + Number(sessionStorage.getItem("scrolls"))), true);
"""


def tap(page: Page, *keys: str) -> None:
    """Tap keys on the form's number pad."""
    pad = page.get_by_role("group", name="Number pad")
    for key in keys:
        pad.get_by_role("button", name=key, exact=True).click()


def tap_hands(page: Page, lefts: tuple[str, ...]) -> None:
    """Enter a round with the number pad, row by row."""
    for place, left in enumerate(lefts, 1):
        keys = ["out"] if left == "out" else [*left]
        tap(page, *(keys if place == len(lefts) else [*keys, "next"]))


def fill_hands(page: Page, lefts: tuple[str, ...]) -> None:
    for name, left in zip(FIVE, lefts, strict=False):
        fill_hand(page, name, left)


def look(page: Page) -> None:
    """Look at a new page for half a second, because it accepts no taps before then."""
    page.wait_for_timeout(500)


def bottom(page: Page, selector: str) -> float:
    edge: float = page.locator(selector).last.evaluate("(one) => one.getBoundingClientRect().bottom")
    return edge


@pytest.mark.parametrize("names", [FIVE, EIGHT], ids=["five", "eight"])
@pytest.mark.parametrize("is_named", [True, False], ids=["named", "nameless"])
def test_names_pad_and_enter_are_in_sight_together(page: Page, names: list[str], is_named: bool) -> None:
    start_scoring(page, names, me="Tom" if is_named else "")

    assert page.get_by_label("Who is using this phone?").count() == (not is_named)
    pad = page.locator(".number-pad").evaluate("(pad) => pad.getBoundingClientRect().top")
    assert bottom(page, ".hand") <= pad
    assert bottom(page, "[data-enter]") <= 740
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small_targets = page.locator(".hand label, .hand .pips, .number-pad button, [data-enter]").evaluate_all(
        "(all) => all.filter((one) => one.offsetHeight < 44 || one.offsetWidth < 44).map((one) => one.outerHTML)"
    )
    assert small_targets == []
    expect(page.locator(".pips:focus")).to_have_attribute("aria-label", "Pips for Grandma")


def test_a_round_of_five_takes_fifteen_taps_and_a_tap_on_a_score_leads_to_its_correction(page: Page) -> None:
    game = start_game(page, FIVE, me="Grandma")
    page.add_init_script(COUNTER)
    page.goto(game)
    page.evaluate("sessionStorage.clear()")

    open_link(page, 1)
    tap_hands(page, ("12", "out", "34", "41", "23"))
    assert page.evaluate("document.activeElement.inputMode") == "none"
    enter(page)

    expect_row(page, "Total", ["12", "0", "34", "41", "23"])
    counts = page.evaluate("['taps', 'keys', 'scrolls'].map((name) => Number(sessionStorage.getItem(name)))")
    assert counts[0] <= 15
    assert counts[1:] == [0, 0]
    page.get_by_role("link", name=re.compile(": 34$")).click()
    page.wait_for_url("**/rounds/1#*")
    expect(page.get_by_label("Pips for Lucy")).to_be_focused()
    page.keyboard.type("35")
    expect(page.get_by_label("Pips for Lucy")).to_have_value("35")
    assert page.evaluate("scrollY") == 0


def test_who_holds_the_phone_is_asked_once_and_the_cursor_stays_where_the_sheet_begins(page: Page) -> None:
    start_scoring(page, FIVE)

    say_name(page, "Lucy")
    expect(page.get_by_label("Pips for Grandma")).to_be_focused()
    tap(page, "3", "4")
    enter(page)

    expect_row(page, "9-9", {0: "34"})
    open_link(page, 1)
    expect(page.get_by_label("Who is using this phone?")).to_have_count(0)
    rows = page.locator(".hand").evaluate_all("(rows) => rows.map((row) => row.getAttribute('aria-label'))")
    assert rows == FIVE
    expect(page.locator(".hand.own")).to_have_attribute("aria-label", "Lucy")


def test_a_phone_can_show_its_own_row_alone(page: Page) -> None:
    game = start_game(page, FIVE, me="Lucy")
    send_round(page, game, 1, "12", "out", "34", "41", "23")
    open_scores(page, game, 2)

    page.get_by_role("button", name="Show only my own score on this phone").click()

    expect(page.locator(".hand")).to_have_count(1)
    tap(page, "7")
    enter(page)
    expect_row(page, "8-8", {2: "7"})
    page.goto(f"{game}/rounds/1")
    fill_hand(page, "Lucy", "35")
    enter(page)
    expect_row(page, "9-9", ["12", "0", "35", "41", "23"])
    open_link(page, 2)
    page.get_by_role("button", name="Show everybody’s scores on this phone").click()
    expect(page.locator(".hand")).to_have_count(5)


def test_out_stays_and_next_passes_over_no_empty_field(page: Page) -> None:
    start_scoring(page, FIVE, me="Tom")

    tap(page, "2", "3", "next", "out")
    expect(page.get_by_label("Pips for Tom")).to_be_focused()
    tap(page, "next", "1", "2", "plus", "1", "1", "plus", "7", "next", "4", "next", "9")
    enter(page)

    expect_row(page, "9-9", ["23", "0", "30", "4", "9"])


def test_next_shows_a_number_that_another_phone_has_entered_and_it_stays(page: Page) -> None:
    game = start_game(page, FIVE)
    send_round(page, game, 1, "", "12", "", "", "")
    open_link(page, 1)
    tom = page.get_by_role("group", name="Tom", exact=True)

    tap(page, "5", "next")
    expect(page.get_by_label("Pips for Tom")).to_be_focused()
    tap(page, "9", "9", "out")
    expect(page.get_by_label("Pips for Tom")).to_have_value("12")
    expect(tom.get_by_role("status")).to_have_text("tap a row")
    tap(page, "next", "4")
    expect(page.get_by_label("Pips for Lucy")).to_have_value("")
    page.get_by_label("Pips for Lucy").click()
    tap(page, "out", "next", "2", "0", "next", "3", "3")
    enter(page)

    expect_row(page, "9-9", ["5", "12", "0", "20", "33"])
    page.goto(f"{game}/rounds/1")
    page.get_by_label("Pips for Tom").click()
    tap(page, "1", "4")
    expect(page.get_by_label("Pips for Tom")).to_have_value("14")
    # Digits stand in the order of the taps, though Out was tapped in the row meanwhile.
    page.get_by_label("Pips for Lucy").click()
    tap(page, "3", "4")
    page.get_by_label("Lucy went out").check()
    tap(page, "1", "2", "5")
    expect(page.get_by_label("Pips for Lucy")).to_have_value("125")


def test_whoever_is_still_counting_is_left_empty_by_a_second_next(page: Page) -> None:
    start_scoring(page, FIVE)

    tap(page, "5", "next", "next", "2", "0")
    expect(page.get_by_label("Pips for Tom")).to_have_value("")
    expect(page.get_by_role("group", name="Tom", exact=True).get_by_role("status")).to_have_text("tap a row")
    # What is called out after that would stand one row too high.
    tap(page, "next", "3", "3", "next", "4")
    expect(page.get_by_label("Pips for Lucy")).to_have_value("")
    expect(page.get_by_label("Pips for Tom")).to_have_value("")
    page.get_by_label("Pips for Lucy").click()
    tap(page, "2", "0", "next", "out", "next", "3", "3", "next")
    expect(page.get_by_label("Pips for Tom")).to_be_focused()
    tap(page, "1", "2")
    enter(page)

    expect_row(page, "9-9", ["5", "12", "20", "0", "33"])


def test_a_sum_is_seen_whole_and_after_a_reload_the_cursor_stands_behind_the_digit_typed_last(page: Page) -> None:
    start_scoring(page, FIVE)
    tap(page, "1", "2", "plus", "1", "1", "plus", "7", "plus", "1", "0")
    assert page.get_by_label("Pips for Grandma").evaluate("(field) => field.scrollWidth <= field.clientWidth")
    expect(page.locator(".hand output").first).to_have_text("= 40")
    tap(page, "next", "4")
    page.reload()

    tap(page, "1", "next", "9")

    expect(page.get_by_label("Pips for Tom")).to_have_value("41")
    expect(page.get_by_label("Pips for Lucy")).to_have_value("9")


def test_each_question_has_its_own_yes_and_there_is_a_way_back(page: Page) -> None:
    start_scoring(page, FIVE[:3], me="Grandma")
    fill_hands(page, ("200", "34", "12"))
    enter(page)

    expect(page.get_by_text("200 pips for Grandma?")).to_be_visible()
    expect(page.get_by_text("Nobody went out")).to_be_visible()
    expect(page.get_by_role("link", name="Go back")).to_have_count(2)
    page.get_by_role("button", name="Yes", exact=True).first.click()
    expect(page.locator(".asked p")).to_have_count(1)
    page.get_by_role("link", name="Go back").click()
    expect(page.locator(".asked")).to_have_count(0)
    # The question was about nobody's row, so the keys are nobody's.
    expect(page.locator(".hand.active, .hand .pips:focus")).to_have_count(0)
    tap(page, "out")
    expect(page.get_by_label("Pips for Grandma")).to_have_value("200")
    expect(page.get_by_label("Pips for Tom")).to_have_value("34")
    fill_hand(page, "Grandma", "20")
    fill_hand(page, "Lucy", "out")
    enter(page)

    expect_row(page, "9-9", ["20", "34", "0"])


def test_a_number_that_somebody_else_has_entered_is_kept_or_replaced_by_one_tap(page: Page) -> None:
    game = start_game(page, FIVE[:3], me="Grandma")
    for pips, answer, figure in (("14", "Keep 12", "12"), ("15", "Use 15", "15")):
        page.goto(f"{game}/rounds/1")
        fill_hand(page, "Tom", pips)
        send_round(page, game, 1, "", "11", "")
        send_round(page, game, 1, "", "12", "")
        enter(page)

        expect(page.get_by_text("Tom already has 12 in this round")).to_be_visible()
        page.get_by_role("button", name=answer).click()
        expect_row(page, "9-9", {1: figure})


def test_a_whole_night_by_the_pad(page: Page) -> None:
    game = start_game(page, FIVE[:3], engines="2 1 0", me="Grandma")
    for number, lefts in enumerate(SHORT, 1):
        open_scores(page, game, number)
        tap_hands(page, lefts)
        enter(page)

    expect_row(page, "Total", SHORT_TOTALS)
    expect(page.locator(".verdict")).to_contain_text("Lucy wins with 32")


def test_a_whole_night_by_a_keyboard(new_phone: NewPhone) -> None:
    page = new_phone(1280, 800)
    game = start_game(page, FIVE[:3], engines="2 1 0")
    for number, lefts in enumerate(SHORT, 1):
        page.goto(game)
        page.get_by_role("link", name=f"Enter scores for round {number}", exact=True).focus()
        page.keyboard.press("Enter")
        for name, left in zip(FIVE[:3], lefts, strict=True):
            expect(page.get_by_label(f"Pips for {name}")).to_be_focused()
            for key in ("Tab", "Space") if left == "out" else left:
                page.keyboard.press(key)
            page.keyboard.press("Enter")
        page.wait_for_url(game)

    expect_row(page, "Total", SHORT_TOTALS)


def test_a_screen_reader_hears_every_field_and_every_key_by_name(page: Page) -> None:
    start_scoring(page, FIVE[:3])

    tree = page.get_by_role("main").aria_snapshot()
    for name in FIVE[:3]:
        hand = page.get_by_role("group", name=name, exact=True)
        expect(hand.get_by_role("textbox", name=f"Pips for {name}")).to_be_visible()
        expect(hand.get_by_role("checkbox", name=f"{name} went out")).to_have_count(1)
    for line in tree.split("\n"):
        kind, _, label = line.strip(" -").partition(" ")
        assert kind.rstrip(":") not in ("textbox", "button", "checkbox", "radio") or label.startswith('"'), line
    keys = page.get_by_role("group", name="Number pad").get_by_role("button")
    assert keys.count() == 16
    for key in (*"0123456789", "plus", "delete the last digit", "out", "tiles", "next"):
        expect(keys.and_(page.get_by_role("button", name=key, exact=True))).to_have_count(1)

    page.get_by_role("combobox", name="Who is using this phone?").select_option("Tom")
    page.get_by_role("checkbox", name="Grandma went out").check()
    page.get_by_role("textbox", name="Pips for Tom").fill("34")
    page.get_by_role("textbox", name="Pips for Lucy").fill("12+11")
    expect(page.get_by_role("group", name="Lucy", exact=True).get_by_role("status")).to_have_text("= 23")
    page.get_by_role("button", name="Enter", exact=True).last.click()
    expect_row(page, "Total", ["0", "34", "23"])


def test_two_phones_enter_their_own_and_both_hear_who_is_missing(new_phone: NewPhone) -> None:
    tom, lucy = new_phone(), new_phone()
    game = start_game(tom, FIVE)
    lucy.context.add_cookies(tom.context.cookies())  # type: ignore[arg-type] # the same cookies, in Playwright's other type
    lucy.goto(game)
    for phone, name, left in ((tom, "Tom", "17"), (lucy, "Lucy", "8")):
        open_scores(phone, game, 1)
        say_name(phone, name)
        phone.get_by_label(f"Pips for {name}").click()
        tap(phone, *left)
        enter(phone)
        phone.wait_for_url(game)

    expect_row(lucy, "9-9", ["?", "17", "8", "?", "?"])
    for phone in (tom, lucy):
        expect(phone.get_by_text("Waiting for Grandma, Uncle Bob and Ben.")).to_be_visible()
    for phone, name in ((tom, "Tom"), (lucy, "Lucy")):
        open_scores(phone, game, 1)
        expect(phone.locator(".hand.own")).to_have_attribute("aria-label", name)
        expect(phone.get_by_text("Waiting for Grandma, Uncle Bob and Ben.")).to_be_visible()


def test_the_pad_adds_takes_back_and_goes_where_a_name_is_tapped(page: Page) -> None:
    start_scoring(page, FIVE, me="Grandma")
    lucy = page.get_by_role("group", name="Lucy", exact=True)
    field = page.get_by_label("Pips for Lucy")

    lucy.get_by_text("Lucy", exact=True).click()
    expect(field).to_be_focused()
    tap(page, "plus", "1", "2", "plus", "plus", "7", "1", "delete the last digit")
    expect(field).to_have_value("12+7")
    expect(lucy.get_by_role("status")).to_have_text("= 19")
    tap(page, "out")
    expect(lucy.get_by_role("checkbox")).to_be_checked()
    expect(lucy.get_by_role("status")).to_have_text("was 12+7")
    expect(field).to_be_focused()
    tap(page, "out")
    expect(field).to_have_value("12+7")
    expect(lucy.get_by_role("checkbox")).not_to_be_checked()

    # A number that stands there already is replaced by the next one.
    page.get_by_role("group", name="Ben", exact=True).get_by_text("Ben", exact=True).click()
    tap(page, "5", "next")
    expect(page.get_by_label("Pips for Grandma")).to_be_focused()
    lucy.get_by_text("Lucy", exact=True).click()
    tap(page, "3")
    expect(field).to_have_value("3")
    tap(page, "tiles")
    expect(page.get_by_role("heading", name="Tiles left: Lucy")).to_be_visible()
    page.locator("[value='9-7']").check()
    expect(page.locator("[data-sum]")).to_have_text("16")


def test_the_field_that_is_active_is_never_behind_the_pad(new_phone: NewPhone) -> None:
    page = new_phone(320, 568)
    start_scoring(page, [f"{letter}{'abcdefghij' * 2}"[:20] for letter in "ABCDEFGH"], me="Aabcdefghijabcdefghi")
    for size in (16, 20):
        set_letters(page, size)
        for row in page.locator(".hand").all():
            row.get_by_role("textbox").focus()
            gap = row.get_by_role("textbox").evaluate(
                "(one) => document.querySelector('.entry-foot').getBoundingClientRect().top - one.getBoundingClientRect().bottom"
            )
            assert gap >= 0
        assert page.evaluate("document.documentElement.scrollWidth") == 320
