"""A whole night at the table: one phone keeps score, one follows, and one enters only its owner's scores."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    NewPhone,
    enter,
    expect_row,
    fill_hand,
    open_scores,
    say_name,
    share_link,
    start_game,
    start_game_as_a_newcomer,
    start_scoring,
)

NAMES = ["Ana", "Ben", "Cai", "Dee"]
# Cai's scores come from his own phone. Round 4 is blocked, round 6 has a typing mistake at first. Ana and Ben end level.
ROUNDS = [
    ("out", "34", "30", "5"),
    ("12+11+7", "out", "8", "19"),
    ("7", "3", "out", "41"),
    ("9", "2", "16", "11"),
    ("out", "21", "5", "5"),
    ("13", "out", "62", "9"),
    ("6", "18", "out", "28"),
    ("out", "4", "33", "12"),
    ("25", "out", "7", "3"),
    ("10", "18", "out", "40"),
]
TOTALS = ["100", "100", "161", "173"]


def test_a_full_game_of_four_with_three_phones(new_phone: NewPhone) -> None:
    ana, follower, cai = new_phone(), new_phone(390, 844), new_phone()
    game = start_game_as_a_newcomer(ana, NAMES)
    follower.goto(share_link(ana, game, "Everybody watching"))
    assert follower.url == f"{game}/follow"
    first = "Round 1: put the 9-9 in the middle and deal 10 each; the highest tile starts."
    expect(follower.get_by_text(first)).to_be_visible()
    cai.goto(share_link(ana, game, "Scorekeepers"))
    assert cai.url == game

    for number, lefts in enumerate(ROUNDS, 1):
        open_scores(ana, game, number)
        if number == 1:
            say_name(ana, "Ana")
        for name, left in zip(NAMES, lefts, strict=True):
            if name != "Cai":
                fill_hand(ana, name, "31" if (number, name) == (6, "Ana") else left)
        enter(ana)
        assert ana.url == game

        open_scores(cai, game, number)
        if number == 1:
            say_name(cai, "Cai")
        fill_hand(cai, "Cai", lefts[2])
        enter(cai)
        if number == 4:
            expect(cai.get_by_text("Nobody went out. Was the round blocked?")).to_be_visible()
            cai.get_by_role("button", name="Yes, enter it").click()
        cai.wait_for_url(game)

        if number < 10:
            expect(follower.get_by_text(f"Round {number + 1}: put the {9 - number}-{9 - number}")).to_be_visible()

    # At the end they find a mistake in round 6: 31 should have been 13.
    ana.goto(game)
    expect(ana.locator(".verdict")).to_have_text("Ben wins with 100, the lowest total.")
    ana.get_by_role("link", name=re.compile(": 31$")).click()
    fill_hand(ana, "Ana", "13")
    enter(ana)

    expect_row(ana, "Total", TOTALS)
    expect_row(ana, "Place", ["1", "1", "3", "4"])
    expect_row(ana, "6-6", ["9", "2", "16", "11"])
    expect(ana.locator("tr", has_text="6-6").first).to_contain_text("blocked")
    verdict = "Ana and Ben are tied at 100. At this table, tied players share the win."
    expect(ana.locator(".verdict")).to_have_text(verdict)
    expect(follower.locator(".verdict")).to_have_text(verdict)
    expect_row(follower, "Total", TOTALS)

    ana.get_by_role("link", name="13 corrected").click()
    line = ana.locator(".log li").filter(has=ana.get_by_text("31", exact=True))
    expect(line).to_contain_text("Ana")


def test_who_follows_cannot_enter_and_a_revoked_link_is_said_with_what_was_typed(new_phone: NewPhone) -> None:
    ana, follower, cai, stranger = new_phone(), new_phone(), new_phone(), new_phone()
    game = start_game(ana, NAMES)
    stranger.goto(game)
    expect(stranger.get_by_role("heading")).to_have_text("Page not found")
    cai.goto(share_link(ana, game, "Scorekeepers"))
    open_scores(cai, game, 1)
    say_name(cai, "Cai")
    follower.goto(share_link(ana, game, "Everybody watching"))
    follower.goto(game)
    expect(follower.locator(".sheet")).to_be_visible()
    expect(follower.get_by_role("link", name="Enter scores")).to_have_count(0)
    expect(follower.locator("form")).to_have_count(0)
    fill_hand(cai, "Cai", "12+11")
    ana.get_by_role("link", name="a QR code for other phones").click()
    ana.get_by_role("link", name="Manage: see all links").click()
    for label in ("Scorekeepers", "Everybody watching"):
        key = ana.locator(".held-keys li", has_text=label)
        expect(key.get_by_role("button")).to_have_count(0)
        key.locator("summary").click()
        key.get_by_role("button", name="Turn it off").click()
        ana.get_by_text("Links turned off").click()
        expect(ana.locator(".rows li", has_text=label)).to_be_visible()

    enter(cai)

    expect(cai.get_by_role("heading")).to_have_text("This link was turned off")
    expect(cai.get_by_text("Cai: 12+11", exact=True)).to_be_visible()
    # A sheet that follows must not look as if nobody were playing.
    expect(follower.get_by_role("heading", name="This link was turned off")).to_be_visible()
    expect(follower.get_by_role("heading")).to_have_count(1)


def test_the_whole_flow_works_without_javascript(new_phone: NewPhone) -> None:
    ana = new_phone(scripts=False)
    game = start_scoring(ana, NAMES)
    expect(ana.locator(".number-pad")).to_be_hidden()
    expect(ana.get_by_label("Pips for Ben")).to_have_attribute("inputmode", "numeric")
    say_name(ana, "Ana")
    for name, left in zip(NAMES, ("out", "12 11 7", "4", "5"), strict=True):
        fill_hand(ana, name, left)
    enter(ana)
    expect_row(ana, "Total", ["0", "30", "4", "5"])

    ana.get_by_role("button", name="Undo: Round 1: 4 scores").click()
    expect_row(ana, "Total", ["0", "0", "0", "0"])
    ana.get_by_role("button", name="Put it back Round 1: Ana out, Ben 30").click()
    expect_row(ana, "Total", ["0", "30", "4", "5"])

    open_scores(ana, game, 2)
    expect(ana.locator(".hand.own")).to_have_attribute("aria-label", "Ana")
    ana.get_by_role("button", name="tap tiles Ben").click()
    ana.locator("[value='9-7']").check()
    ana.locator("[value='4-1']").check()
    enter(ana)
    expect(ana.get_by_role("group", name="Ben", exact=True).get_by_role("textbox")).to_have_value("21")


def test_the_whole_flow_works_by_keyboard(page: Page) -> None:
    page.goto("/start")
    for number, name in enumerate(("Ana", "Ben", "Cai")):
        expect(page.locator(f"#players-{number}")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#players-3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 1: put the 9-9")).to_be_visible()

    def tab_to(name: str) -> None:
        # A page that is still loading does not yet have all its parts.
        page.wait_for_load_state("load")
        page.bring_to_front()
        for count in range(1, 161):
            page.keyboard.press("Tab")
            if count % 40 == 0:
                # On a busy machine the window can be without the keyboard's focus: a click into the page gives it back.
                page.locator("h1").first.click(force=True)
                page.wait_for_timeout(500)
            if page.evaluate("(document.activeElement.innerText || '').trim()") == name:
                return
        raise AssertionError(f"{name} cannot be reached with the Tab key")

    tab_to("Enter scores for round 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Scores for round 1")).to_be_visible()
    # Ana is out: the cursor is in Ben's field with the next key.
    expect(page.get_by_label("Pips for Ana")).to_be_focused()
    for key in ("Tab", "Space", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_label("Pips for Ben")).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Pips for Cai")).to_be_focused()
    assert "/rounds/1" in page.url
    page.keyboard.type("12+7")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Round 2: put the 8-8")).to_be_visible()
    expect_row(page, "Total", ["0", "7", "19"])


def test_enter_goes_to_the_row_below_and_comes_back_for_who_is_missing(page: Page) -> None:
    start_scoring(page, NAMES, me="Ana")
    fill_hand(page, "Cai", "8")
    fill_hand(page, "Dee", "out")
    page.get_by_label("Pips for Ben").focus()
    assert page.get_by_label("Pips for Ben").get_attribute("enterkeyhint") == "next"
    page.keyboard.type("19")
    for name in ("Cai", "Dee", "Ana"):
        page.keyboard.press("Enter")
        expect(page.get_by_label(f"Pips for {name}")).to_be_focused()

    expect(page.get_by_label("Pips for Ben")).to_have_value("19")
    page.keyboard.type("5")
    page.keyboard.press("Enter")

    expect_row(page, "Total", ["5", "19", "8", "0"])


def test_enter_without_javascript_comes_back_at_the_first_empty_field_with_what_was_typed(new_phone: NewPhone) -> None:
    page = new_phone(scripts=False)
    start_scoring(page, NAMES[:3])
    for name, left in (("Ana", "23"), ("Ben", "9")):
        expect(page.get_by_label(f"Pips for {name}")).to_be_focused()
        page.keyboard.type(left)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Pips for Cai")).to_be_focused()
    expect(page.get_by_label("Pips for Ana")).to_have_value("23")
    for key in ("Tab", "Space", "Enter"):
        page.keyboard.press(key)

    expect_row(page, "Total", ["23", "9", "0"])


def test_went_out_tapped_by_mistake_loses_no_number(page: Page) -> None:
    start_scoring(page, NAMES, me="Ana")
    ben = page.get_by_role("group", name="Ben", exact=True)
    toggle, field = ben.locator("label.toggle"), ben.get_by_role("textbox")
    field.fill("41")
    toggle.click()
    expect(ben.locator(".is-out")).to_be_visible()
    expect(field).to_have_value("")
    toggle.click()
    expect(field).to_have_value("41")
    expect(ben.locator(".is-out")).to_be_hidden()

    # The same after a question.
    toggle.click()
    fill_hand(page, "Cai", "0")
    enter(page)
    expect(page.get_by_text("Is the 0-0 the only tile left?")).to_be_visible()
    toggle.click()

    expect(field).to_have_value("41")


def test_a_question_mark_on_the_sheet_leads_into_its_field(page: Page) -> None:
    start_game(page, NAMES, me="Ana")
    page.locator("td.missing a").nth(2).click()

    expect(page.get_by_label("Pips for Cai")).to_be_focused()
    page.keyboard.type("17")
    enter(page)

    expect_row(page, "9-9", {2: "17"})
