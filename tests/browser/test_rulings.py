"""A ruling in three taps from the sheet while the table waits, without any notation."""

import re

from playwright.sync_api import Page, PdfMargins, expect

from tests.browser.conftest import NewPhone, start_game, start_table


def test_my_last_tile_is_a_double_from_the_sheet_in_three_taps(page: Page) -> None:
    start_game(page, ["Ana", "Ben"], "double-twelve")

    page.get_by_role("link", name="Rulings", exact=True).click()
    page.get_by_label("Ask as you would at the table").fill("my last tile is a double, am I out?")
    page.get_by_role("button", name="Look it up").click()

    found = page.locator("a.found").first
    expect(found).to_contain_text("You are out as soon as you play the double, and the round is over.")
    expect(page.locator(".verdict-word")).to_have_count(0)
    found.click()
    expect(page.locator(".verdict-word")).to_have_text("Yes")
    expect(page.locator("svg.rays")).to_be_visible()
    expect(page.locator("figcaption")).to_contain_text("Ana is out.")


def test_an_argument_is_settled_by_tapping_on_the_table(page: Page) -> None:
    start_table(page, start_game(page, ["Ana", "Ben", "Cai"], me="Ana"), 1)
    page.get_by_role("link", name="Ask about this table").click()

    page.locator(".train .head", has_text="The Mexican train").click()
    page.locator("button[value='A 9-4@M']").click()

    expect(page.locator(".asked")).to_contain_text("Not allowed")
    expect(page.locator(".asked")).to_contain_text("The Mexican train cannot be started yet.")
    page.go_back()
    page.locator(".train .head", has_text="A’s train").click()
    page.locator("button[value='A 9-4@A']").click()
    expect(page.locator(".asked")).to_contain_text("Allowed")
    page.get_by_role("link", name="Play it and continue").click()
    expect(page.get_by_text("A continues the run from the 4, or ends it.")).to_be_visible()


def test_a_newcomer_plays_all_eight_steps_by_tapping(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="New to the game? How to play").click()
    page.get_by_role("link", name="Double twelve").click()
    expect(page.get_by_role("link", name="Begin").first).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Begin").first.click()

    lay(page, "6-4", "Your train")
    lead_on(page, "One tile a turn")
    page.get_by_role("link", name="What if you play it there?").click()
    expect(page.locator(".ruled")).to_contain_text("There is no marker on Ben’s train")
    lay(page, "4-1", "Your train")
    lead_on(page, "The Mexican train")
    lay(page, "6-5", "The Mexican train")
    lead_on(page, "Nothing fits")
    for name in ("Draw a tile", "Pass"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name=name).click()
    lead_on(page, "A train with a marker")
    lay(page, "3-0", "Ben’s train")
    expect(page.get_by_text("Cai plays 5-4 on your train.")).to_be_visible()
    lay(page, "5-0", "Your train")
    lead_on(page, "You play a double")
    lay(page, "4-4", "Your train")
    lay(page, "4-0", "Your train")
    lead_on(page, "An uncovered double")
    lay(page, "5-3", "Ben’s train")
    lead_on(page, "The last tile")
    expect(page.get_by_text("I tap the table", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_label("I tap the table").check()
    lay(page, "5-4", "Your train")
    lay(page, "5-0", "Your train")
    expect(page.get_by_text("After the last round, which starts with the 0-0, the lowest total wins.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def lay(page: Page, tile: str, train: str) -> None:
    """Tap a tile in the hand, then a train. Both must be in sight without scrolling."""
    own_tile = page.locator(".own-tile", has=page.get_by_role("img", name=tile, exact=True))
    for target in (own_tile, page.get_by_role("button", name=train)):
        expect(target).to_be_in_viewport(ratio=0.9)
        target.click()
    expect(page.locator(".ruled")).to_contain_text("Allowed")


def lead_on(page: Page, title: str) -> None:
    """Go on to the next step, which must be in sight without scrolling."""
    link = page.get_by_role("link", name=f"Next: {title}")
    expect(link).to_be_in_viewport()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_rulings_and_the_lesson_work_without_javascript(new_phone: NewPhone) -> None:
    page = new_phone(scripts=False)
    page.goto("/rulings")
    page.get_by_label("Ask as you would at the table").fill("are blanks wild")
    page.get_by_role("button", name="Look it up").click()
    expect(page.locator("a.found").first).to_contain_text("Are blanks wild?")

    page.goto("/learn/one-tile?rules=double-six")
    lay(page, "4-1", "Your train")
    page.go_back()
    expect(page.locator("main section")).to_contain_text("Play the tile that fits.")


def test_the_lesson_and_the_rules_print_on_two_pages(page: Page) -> None:
    margin: PdfMargins = {"top": "1cm", "bottom": "1cm", "left": "1cm", "right": "1cm"}
    for rules in ("double-nine", "double-six", "double-twelve"):
        for address, counts in ((f"/learn/print?rules={rules}", (2,)), (f"/rules/{rules}", (1, 2))):
            page.goto(address)
            pdf = page.pdf(format="A4", margin=margin)
            assert len(re.findall(rb"/Type\s*/Page[^s]", pdf)) in counts, address
