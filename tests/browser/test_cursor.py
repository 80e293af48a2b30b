"""The cursor of the number pad: it goes where it is sent, back to what was skipped, and nowhere by itself."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import enter, expect_row, start_game, start_scoring
from tests.browser.test_entering import FIVE, tap


def test_the_pad_says_whose_pips_it_enters_and_next_in_the_last_row_goes_to_what_is_empty_above(page: Page) -> None:
    start_scoring(page, FIVE)
    page.get_by_label("Pips for Ben").focus()
    expect(page.get_by_role("group", name="Number pad: Ben")).to_be_visible()

    tap(page, "7", "next")

    expect(page.get_by_label("Pips for Grandma")).to_be_focused()
    tap(page, "5", "0", "next", "1", "next", "2", "next", "out", "next")
    enter(page)
    expect_row(page, "9-9", ["50", "1", "2", "0", "7"])


def test_after_next_in_the_last_of_all_rows_a_digit_goes_nowhere_and_a_way_back_shows_nothing_or_all(
    page: Page,
) -> None:
    start_scoring(page, ["Ana", "Ben"])

    tap(page, "out", "next", "4", "next", "5")

    expect(page.get_by_label("Pips for Ben")).to_have_value("4")
    enter(page)
    expect_row(page, "9-9", ["0", "4"])
    page.go_back()
    is_out = page.get_by_label("Ana went out").is_checked()
    assert (is_out, page.get_by_label("Pips for Ben").input_value()) in ((True, "4"), (False, ""))


def test_beside_a_question_a_key_goes_nowhere_until_a_row_is_tapped(page: Page) -> None:
    start_scoring(page, ["Ana", "Ben"])
    tap(page, "3", "next", "4")
    enter(page)
    expect(page.get_by_text("Nobody went out.")).to_be_visible()

    tap(page, "7")

    expect(page.get_by_label("Pips for Ana")).to_have_value("3")
    page.get_by_label("Pips for Ben").click()
    tap(page, "out")
    expect(page.get_by_label("Ben went out")).to_be_checked()


def test_an_empty_row_says_so_a_tap_on_a_number_chooses_it_whole_and_two_quick_taps_are_one(page: Page) -> None:
    page.goto(f"{start_game(page, ['Ana', 'Ben', 'Cai'])}/rounds/1")
    hint = page.get_by_role("group", name="Ana").locator("output")

    tap(page, "next")
    expect(hint).to_have_text("still empty")
    page.get_by_label("Pips for Ana").click()
    tap(page, "4")
    expect(hint).to_have_text("")
    # Without a choice of the whole number this would be 49.
    page.get_by_label("Pips for Ana").click()
    tap(page, "9")
    expect(page.get_by_label("Pips for Ana")).to_have_value("9")
    page.get_by_role("group", name="Ben").locator(".toggle").dblclick()
    expect(page.get_by_label("Ben went out")).to_be_checked()


def test_digits_after_out_are_nobodys(page: Page) -> None:
    page.goto(f"{start_game(page, FIVE)}/rounds/1")
    grandma = page.get_by_role("group", name="Grandma", exact=True)

    tap(page, "out", "2")

    expect(grandma.get_by_role("checkbox")).to_be_checked()
    expect(grandma.get_by_role("textbox")).to_have_value("")
    expect(grandma.locator("output")).to_have_text("tap a row")
    # Whoever types on without looking would give everybody the number of the next.
    tap(page, "next", "4")
    expect(grandma.locator("output")).to_have_text("tap a row")
    expect(page.get_by_label("Pips for Tom")).to_have_value("")


def test_a_half_typed_round_is_there_again_when_somebody_comes_back(page: Page) -> None:
    game = start_game(page, FIVE, me="Tom")
    page.goto(f"{game}/rounds/1")
    tap(page, "1", "2", "next", "out")

    page.goto(game)
    page.goto(f"{game}/rounds/1")

    expect(page.get_by_label("Pips for Grandma")).to_have_value("12")
    expect(page.get_by_label("Tom went out")).to_be_checked()
    expect(page.get_by_label("Pips for Lucy")).to_be_focused()
    tap(page, "7")
    enter(page)
    expect_row(page, "9-9", ["12", "0", "7", "?", "?"])
