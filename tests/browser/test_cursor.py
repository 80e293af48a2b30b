"""The cursor of the number pad: it goes where it is sent, back to what was skipped, and nowhere by itself."""

from playwright.sync_api import expect

from tests.browser.conftest import NewPhone, enter, expect_row, start_game
from tests.browser.test_entering import FIVE, look, open_link, tap


def test_next_in_the_last_row_goes_to_what_is_empty_above(new_phone: NewPhone) -> None:
    page = new_phone()
    game = start_game(page, FIVE)
    open_link(page, 1)
    page.get_by_label("Pips for Ben").focus()

    tap(page, "7", "next")

    expect(page.get_by_label("Pips for Grandma")).to_be_focused()
    tap(page, "5", "0", "next", "1", "next", "2", "next", "out", "next")
    expect(page.get_by_label("Pips for Ben")).to_have_value("7")
    enter(page)
    page.wait_for_url(game)


def test_after_next_in_the_last_of_all_rows_a_digit_goes_nowhere(new_phone: NewPhone) -> None:
    page = new_phone()
    game = start_game(page, ["Ana", "Ben"])
    open_link(page, 1)

    tap(page, "out", "next", "4", "next", "5")

    expect(page.get_by_label("Pips for Ben")).to_have_value("4")
    enter(page)
    page.wait_for_url(game)
    expect_row(page, "9-9", ["0", "4"])


def test_beside_a_question_a_key_goes_nowhere_until_a_row_is_tapped(new_phone: NewPhone) -> None:
    page = new_phone()
    start_game(page, ["Ana", "Ben"])
    open_link(page, 1)
    tap(page, "3", "next", "4")
    enter(page)
    expect(page.get_by_text("Nobody went out.")).to_be_visible()

    tap(page, "7")

    expect(page.get_by_label("Pips for Ana")).to_have_value("3")
    page.get_by_label("Pips for Ben").click()
    tap(page, "out")
    expect(page.get_by_label("Ben went out")).to_be_checked()


def test_going_back_after_enter_shows_either_nothing_or_all_of_the_round(new_phone: NewPhone) -> None:
    page = new_phone()
    game = start_game(page, ["Ana", "Ben"])
    open_link(page, 1)
    tap(page, "out", "next", "4")
    enter(page)
    page.wait_for_url(game)

    page.go_back()

    is_out = page.get_by_label("Ana went out").is_checked()
    assert (is_out, page.get_by_label("Pips for Ben").input_value()) in ((True, "4"), (False, ""))


def test_next_on_an_empty_row_says_what_is_missing_and_a_tap_on_a_number_chooses_it_whole(new_phone: NewPhone) -> None:
    page = new_phone()
    game = start_game(page, ["Ana", "Ben", "Cai"])
    page.goto(f"{game}/rounds/1")
    look(page)
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


def test_two_quick_taps_on_out_are_one(new_phone: NewPhone) -> None:
    page = new_phone()
    game = start_game(page, ["Ana", "Ben", "Cai"])
    page.goto(f"{game}/rounds/1")
    look(page)

    page.get_by_role("group", name="Ben").locator(".toggle").dblclick()

    expect(page.get_by_label("Ben went out")).to_be_checked()


def test_the_number_pad_says_whose_pips_it_enters(new_phone: NewPhone) -> None:
    page = new_phone()
    start_game(page, FIVE)
    open_link(page, 1)

    page.get_by_label("Pips for Ben").focus()

    expect(page.get_by_role("group", name="Number pad: Ben")).to_be_visible()
