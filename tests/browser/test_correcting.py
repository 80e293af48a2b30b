"""Corrections on the entry page.

Next goes from row to row, leaving the page loses nothing, and what a tap replaces stays in sight.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPhone, enter, expect_row, fill_hand, send_round, start_game
from tests.browser.test_entering import FIVE, look, tap
from tests.conftest import sure

CLEAR = "You typed this earlier but did not enter it. Clear it"


@pytest.fixture
def page(new_phone: NewPhone) -> Page:
    """A phone on the form of a finished round with five players."""
    page = new_phone(waits=True)
    game = start_game(page, FIVE, me="Tom")
    send_round(page, game, 1, "12", "out", "34", "41", "23")
    page.goto(f"{game}/rounds/1")
    return page


@pytest.fixture
def game(page: Page) -> str:
    return page.url.partition("/rounds")[0]


def pips(page: Page, name: str) -> Locator:
    return page.get_by_label(f"Pips for {name}")


def note(page: Page, name: str) -> Locator:
    """What a row says beside its number."""
    return page.get_by_role("group", name=name, exact=True).locator("output")


def test_next_goes_from_row_to_row_where_all_are_filled_and_a_second_tap_on_enter_opens_nothing(page: Page) -> None:
    pips(page, "Lucy").click()

    tap(page, "1", "0", "next")
    expect(pips(page, "Uncle Bob")).to_be_focused()
    tap(page, "delete the last digit", "3")
    enter(page)

    expect(page.locator(".sheet-page")).to_have_css("pointer-events", "none")
    expect(page.locator(".sheet-page")).to_have_css("pointer-events", "auto", timeout=600)
    expect_row(page, "9-9", ["12", "0", "10", "3", "23"])


def test_next_leads_on_from_the_first_row_too_when_its_cell_was_tapped(page: Page, game: str) -> None:
    page.goto(game)
    look(page)
    page.get_by_role("link", name=re.compile(": 12$")).first.click()
    page.wait_for_url("**/rounds/1**")
    look(page)

    tap(page, "2", "6", "next", "next")
    pips(page, "Lucy").click()
    tap(page, "1", "5")
    enter(page)

    expect_row(page, "9-9", ["26", "0", "15", "41", "23"])


def test_what_out_or_a_number_replaces_stays_in_sight_and_comes_back_by_a_second_tap(page: Page) -> None:
    pips(page, "Grandma").click()

    tap(page, "out")
    expect(note(page, "Grandma")).to_have_text("was 12")
    look(page)
    tap(page, "out", "4")
    expect(pips(page, "Grandma")).to_have_value("4")
    pips(page, "Tom").click()
    tap(page, "4")
    expect(note(page, "Tom")).to_have_text("was out")


def test_a_number_that_was_left_behind_says_so_even_when_another_phone_was_first(page: Page, game: str) -> None:
    pips(page, "Grandma").click()
    tap(page, "9", "3")
    page.goto(game)
    page.goto(f"{game}/rounds/1")
    expect(pips(page, "Grandma")).to_have_value("93")
    expect(note(page, "Grandma")).to_have_text("was 12")
    page.goto(game)
    send_round(page, game, 1, "20", "out", "34", "41", "23")

    page.goto(f"{game}/rounds/1")

    expect(pips(page, "Grandma")).to_have_value("93")
    expect(note(page, "Grandma")).to_have_text("was 20")
    page.get_by_role("button", name=CLEAR).click()
    expect(pips(page, "Grandma")).to_have_value("20")


def test_a_question_takes_no_second_tap_and_what_was_typed_waits_for_its_answer(page: Page, game: str) -> None:
    pips(page, "Tom").click()
    tap(page, "4")
    enter(page)
    expect(page.get_by_text("Nobody went out")).to_be_visible()
    yes = page.get_by_role("button", name="Yes, enter it")
    expect(yes).to_have_css("pointer-events", "none")
    expect(yes).to_have_css("pointer-events", "auto", timeout=1000)

    page.get_by_role("link", name="Go back").click()
    expect(note(page, "Tom")).to_have_text("was out")
    expect(note(page, "Grandma")).to_have_text("")
    pips(page, "Lucy").click()
    tap(page, "7")
    page.goto(game)
    page.goto(f"{game}/rounds/1")

    expect(pips(page, "Tom")).to_have_value("4")
    expect(pips(page, "Lucy")).to_have_value("7")
    expect(page.get_by_role("button", name=CLEAR)).to_be_visible()


def test_whoever_is_told_that_a_number_is_impossible_has_the_cursor_in_it(page: Page) -> None:
    page.goto(f"{page.url}#{pips(page, 'Grandma').get_attribute('id')}")
    page.reload()
    pips(page, "Lucy").fill("990")
    enter(page)

    expect(page.get_by_text("The scores cannot be entered as they are.")).to_be_visible()
    expect(pips(page, "Lucy")).to_be_focused()


def test_go_back_leads_to_the_person_who_was_asked_about(page: Page) -> None:
    fill_hand(page, "Uncle Bob", "300")
    enter(page)

    page.get_by_role("link", name="Go back").click()

    expect(pips(page, "Uncle Bob")).to_be_focused()


def test_all_scores_of_a_finished_round_are_replaced_after_a_question_alone(page: Page) -> None:
    # Ben's happens to be the same as before.
    for name, left in (("Lucy", "2"), ("Uncle Bob", "3"), ("Ben", "23"), ("Tom", "5")):
        pips(page, name).fill(left)
    page.get_by_label("Grandma went out").locator("xpath=..").click()
    enter(page)

    expect(page.get_by_text("Round 1 is finished. Are all these scores for that round?")).to_be_visible()
    page.get_by_role("button", name="Yes, enter it").click()
    expect_row(page, "9-9", ["0", "5", "2", "3", "23"])


def test_the_second_tap_of_a_double_one_hides_no_refusal(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{game}/changes")
    page.get_by_text("Add a penalty").click()
    page.locator("#penalty-seat").select_option(index=1)
    page.locator("#penalty-pips").fill("0")
    page.get_by_role("button", name="Add it").scroll_into_view_if_needed()
    box = sure(page.get_by_role("button", name="Add it").bounding_box())

    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(300)

    page.wait_for_timeout(1000)
    expect(page.get_by_text("Type a number of pips from 1 to 9999.")).to_be_visible()
