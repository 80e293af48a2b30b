"""Corrections on the entry page.

Next goes from row to row, leaving the page loses nothing, and what a tap replaces stays in sight.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, enter, expect_row, fill_hand, send, start_game
from tests.browser.test_entering import FIVE, look, tap
from tests.views.conftest import whole_round


@pytest.fixture
def entered(new_phone: NewPhone) -> tuple[Page, str]:
    """A phone on the form of a finished round with five players, and the address of the game."""
    page = new_phone(waits=True)
    game = start_game(page, FIVE)
    send(page, f"{game}/me", name="Tom")
    page.goto(f"{game}/rounds/1")
    seats = [str(name).split("-")[1] for name in page.locator(".hand").evaluate_all("(all) => all.map(({ id }) => id)")]
    send(page, f"{game}/rounds/1", **whole_round(seats, "12", "out", "34", "41", "23"))
    page.goto(f"{game}/rounds/1")
    return page, game


def test_next_goes_from_row_to_row_where_all_are_filled(entered: tuple[Page, str]) -> None:
    page, game = entered
    names = [page.locator(".hand").nth(place).get_attribute("aria-label") for place in range(5)]
    page.get_by_label(f"Pips for {names[2]}").click()

    tap(page, "1", "0", "next")
    expect(page.get_by_label(f"Pips for {names[3]}")).to_be_focused()
    tap(page, "delete the last digit", "3")

    enter(page)
    page.wait_for_url(game)
    expect_row(page, "9-9", ["12", "0", "10", "3", "23"])


def test_next_leads_on_from_the_first_row_too_when_its_cell_was_tapped(entered: tuple[Page, str]) -> None:
    page, game = entered
    page.goto(game)
    look(page)
    page.get_by_role("link", name=re.compile(": 12$")).first.click()
    page.wait_for_url("**/rounds/1**")
    look(page)

    tap(page, "2", "6", "next", "next")
    page.locator(".hand").nth(2).get_by_role("textbox").click()
    tap(page, "1", "5")

    enter(page)
    page.wait_for_url(game)
    expect_row(page, "9-9", ["26", "0", "15", "41", "23"])


def test_what_out_or_a_number_replaces_stays_in_sight(entered: tuple[Page, str]) -> None:
    page, _ = entered
    first, second = page.locator(".hand").nth(0), page.locator(".hand").nth(1)
    first.get_by_role("textbox").click()

    tap(page, "out")
    expect(first.locator("output")).to_have_text("was 12")
    second.get_by_role("textbox").click()
    tap(page, "4")
    expect(second.locator("output")).to_have_text("was out")


def test_a_digit_replaces_the_number_that_a_second_tap_on_out_brings_back(entered: tuple[Page, str]) -> None:
    page, _ = entered
    page.locator(".hand").nth(0).get_by_role("textbox").click()

    tap(page, "out")
    look(page)
    tap(page, "out", "4")

    expect(page.locator(".hand").nth(0).get_by_role("textbox")).to_have_value("4")


def test_digits_after_out_are_nobodys(new_phone: NewPhone) -> None:
    page = new_phone()
    page.goto(f"{start_game(page, FIVE)}/rounds/1")

    tap(page, "out", "2")

    assert page.locator(".hand").nth(0).get_by_role("checkbox").is_checked()
    assert page.locator(".hand").nth(0).get_by_role("textbox").input_value() == ""
    expect(page.locator(".hand").nth(0).locator("output")).to_have_text("tap a row")
    # Whoever types on without looking would give everybody the number of the next.
    tap(page, "next", "4")
    expect(page.locator(".hand").nth(0).locator("output")).to_have_text("tap a row")
    assert page.locator(".hand").nth(1).get_by_role("textbox").input_value() == ""


def test_a_number_that_was_left_behind_says_so(entered: tuple[Page, str]) -> None:
    page, _ = entered
    address, field = page.url, page.locator(".hand").nth(0).get_by_role("textbox")
    field.click()
    tap(page, "9", "3")
    page.goto(address.split("/rounds")[0])
    page.goto(address)
    expect(field).to_have_value("93")
    expect(page.locator(".hand").nth(0).locator("output")).to_have_text("was 12")

    page.get_by_role("button", name="You typed this earlier but did not enter it. Clear it").click()

    expect(field).to_have_value("12")


def test_what_was_typed_waits_for_the_answer_to_its_question(entered: tuple[Page, str]) -> None:
    page, game = entered
    page.locator(".hand").nth(1).get_by_role("textbox").click()
    tap(page, "4")
    enter(page)
    page.get_by_role("link", name="Go back").click()
    page.locator(".hand").nth(2).get_by_role("textbox").click()
    tap(page, "7")

    page.goto(game)
    page.goto(f"{game}/rounds/1")

    expect(page.locator(".hand").nth(1).get_by_role("textbox")).to_have_value("4")
    expect(page.locator(".hand").nth(2).get_by_role("textbox")).to_have_value("7")
    expect(page.get_by_role("button", name="You typed this earlier but did not enter it. Clear it")).to_be_visible()


def test_what_was_typed_stays_when_another_phone_was_first(entered: tuple[Page, str]) -> None:
    page, game = entered
    field = page.locator(".hand").nth(0).get_by_role("textbox")
    field.click()
    tap(page, "9", "3")
    name = field.get_attribute("name") or ""
    page.goto(game)
    send(page, f"{game}/rounds/1", **{name: "20"})

    page.goto(f"{game}/rounds/1")

    expect(page.locator(".hand").nth(0).get_by_role("textbox")).to_have_value("93")
    expect(page.locator(".hand").nth(0).locator("output")).to_have_text("was 20")


def test_after_a_question_was_is_what_is_saved(entered: tuple[Page, str]) -> None:
    page, _ = entered
    page.locator(".hand").nth(1).get_by_role("textbox").fill("28")
    enter(page)
    expect(page.get_by_text("Nobody went out")).to_be_visible()

    page.get_by_role("link", name="Go back").click()

    expect(page.locator(".hand").nth(1).locator("output")).to_have_text("was out")
    expect(page.locator(".hand").nth(0).locator("output")).to_have_text("")


def test_the_second_tap_of_a_double_one_answers_no_question(entered: tuple[Page, str]) -> None:
    page, _ = entered
    page.locator(".hand").nth(1).get_by_role("textbox").click()
    tap(page, "4")
    enter(page)

    button = page.get_by_role("button", name="Yes, enter it")
    expect(button).to_be_visible()
    assert button.evaluate("(button) => getComputedStyle(button).pointerEvents") == "none"
    page.wait_for_timeout(1000)
    assert button.evaluate("(button) => getComputedStyle(button).pointerEvents") == "auto"


def test_the_second_tap_of_a_double_one_on_enter_opens_nothing_on_the_sheet(entered: tuple[Page, str]) -> None:
    page, game = entered
    page.get_by_role("button", name="Enter", exact=True).last.click()
    page.wait_for_url(game)

    sheet = page.locator(".sheet-page")
    assert sheet.evaluate("(sheet) => getComputedStyle(sheet).pointerEvents") == "none"
    page.wait_for_timeout(600)
    assert sheet.evaluate("(sheet) => getComputedStyle(sheet).pointerEvents") == "auto"


def test_whoever_is_told_that_a_number_is_impossible_has_the_cursor_in_it(entered: tuple[Page, str]) -> None:
    page, _ = entered
    hand = page.locator(".hand").nth(2)
    page.goto(f"{page.url}#{page.locator('.hand').nth(0).locator('.pips').get_attribute('id')}")
    page.reload()
    hand.get_by_role("textbox").fill("990")
    enter(page)

    expect(page.get_by_text("The scores cannot be entered as they are.")).to_be_visible()
    expect(page.locator(".hand").nth(2).get_by_role("textbox")).to_be_focused()


def test_a_half_typed_round_is_there_again_when_somebody_comes_back(new_phone: NewPhone) -> None:
    page = new_phone()
    game = start_game(page, FIVE)
    send(page, f"{game}/me", name="Tom")
    page.goto(f"{game}/rounds/1")
    tap(page, "1", "2", "next", "out")

    page.goto(game)
    page.goto(f"{game}/rounds/1")

    expect(page.locator(".hand").nth(0).get_by_role("textbox")).to_have_value("12")
    expect(page.locator(".hand").nth(1).get_by_role("checkbox")).to_be_checked()
    expect(page.locator(".hand").nth(2).get_by_role("textbox")).to_be_focused()
    tap(page, "7")
    enter(page)
    page.wait_for_url(game)
    expect_row(page, "9-9", ["12", "0", "7", "?", "?"])


def test_go_back_leads_to_the_person_who_was_asked_about(entered: tuple[Page, str]) -> None:
    page, _ = entered
    name = page.locator(".hand").nth(3).get_attribute("aria-label") or ""
    fill_hand(page, name, "300")
    enter(page)

    page.get_by_role("link", name="Go back").click()

    expect(page.get_by_label(f"Pips for {name}")).to_be_focused()


def test_all_scores_of_a_finished_round_are_replaced_after_a_question_alone(entered: tuple[Page, str]) -> None:
    page, game = entered
    # One of five happens to be the same as before.
    for place, pips in ((2, "2"), (3, "3"), (4, "23")):
        page.locator(".hand").nth(place).get_by_role("textbox").fill(pips)
    page.locator(".hand").nth(1).get_by_role("textbox").fill("5")
    page.locator(".hand").nth(0).get_by_role("checkbox").locator("xpath=..").click()
    enter(page)

    expect(page.get_by_text("Round 1 is finished. Are all these scores for that round?")).to_be_visible()
    page.get_by_role("button", name="Yes, enter it").click()
    page.wait_for_url(game)
    expect_row(page, "9-9", ["0", "5", "2", "3", "23"])


def test_the_second_tap_of_a_double_one_hides_no_refusal(entered: tuple[Page, str]) -> None:
    page, game = entered
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{game}/changes")
    page.get_by_text("Add a penalty").click()
    page.locator("#penalty-seat").select_option(index=1)
    page.locator("#penalty-pips").fill("0")
    page.get_by_role("button", name="Add it").scroll_into_view_if_needed()
    box = page.get_by_role("button", name="Add it").bounding_box()
    assert box

    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(300)

    page.wait_for_timeout(1000)
    expect(page.get_by_text("Type a number of pips from 1 to 9999.")).to_be_visible()
