"""A ruling in three taps from the sheet while the table waits, without any notation."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPhone, say_name, start_game


def test_my_last_tile_is_a_double_from_the_sheet_in_three_taps(new_phone: NewPhone) -> None:
    page = new_phone()
    start_game(page, ["Ana", "Ben"], "double-twelve")

    page.get_by_role("link", name="Rulings", exact=True).click()
    page.get_by_label("Ask as you would at the table").fill("my last tile is a double, am I out?")
    page.get_by_role("button", name="Look it up").click()

    expect(page.locator("a.found").first).to_contain_text(
        "Yes. With no tile left you owe nothing more, and the round is over."
    )
    page.locator("a.found").first.click()
    expect(page.locator(".verdict-word")).to_have_text("Yes")
    expect(page.locator("svg.rays")).to_be_visible()
    expect(page.locator("figcaption")).to_contain_text("Ana is out.")


def test_an_argument_is_settled_by_tapping_on_the_table(new_phone: NewPhone) -> None:
    page = new_phone()
    start_game(page, ["Ana", "Ben", "Cai"])
    page.get_by_role("link", name="The table of round 1").click()
    say_name(page, "Ana")
    page.locator("label.choice", has_text="Ana").click()
    page.get_by_role("button", name="Keep the table").click()
    page.get_by_role("link", name="Ask about this table").click()

    page.locator(".train .head", has_text="The Mexican train").click()
    page.locator("button[value='A 9-4@M']").click()

    expect(page.locator(".asked")).to_contain_text("Not allowed")
    expect(page.locator(".asked")).to_contain_text("The Mexican train cannot be started yet.")
    page.go_back()
    page.locator(".train .head", has_text="A’s train").click()
    page.locator("button[value='A 9-4@A']").click()
    expect(page.locator(".asked")).to_contain_text("Allowed")
    page.get_by_role("link", name="Play it, and go on").click()
    expect(page.get_by_text("A goes on with the run from the 4, or ends it.")).to_be_visible()


def test_whose_rules_these_are_is_two_taps_from_an_answer(new_phone: NewPhone) -> None:
    page = new_phone()
    page.goto("/rulings/marker-on-purpose?rules=double-nine")
    expect(page.locator(".silence")).to_have_text("The rules do not say. The custom here:")
    expect(page.locator(".rests").first).to_contain_text("Clause 2.5 of the double-nine rules, in our words")

    page.get_by_role("link", name="Whose rules are these?").click()
    expect(page.locator("p.answer")).to_contain_text("They are those of the Mexican Train page of an online")

    page.get_by_role("link", name="The rules, clause by clause").click()
    expect(page.locator("p.source")).to_contain_text("A line marked Custom is not from that sheet")
    expect(page.locator("[id='tie'] .by-custom")).to_have_text("Custom")


def test_a_ruling_works_without_javascript(new_phone: NewPhone) -> None:
    page = new_phone(scripts=False)
    page.goto("/rulings")
    page.get_by_label("Ask as you would at the table").fill("are blanks wild")
    page.get_by_role("button", name="Look it up").click()

    expect(page.locator("a.found").first).to_contain_text("Are blanks wild?")


def test_the_rules_print_on_two_pages(new_phone: NewPhone) -> None:
    page = new_phone()
    for rules in ("double-nine", "double-six", "double-twelve"):
        page.goto(f"/rules/{rules}")
        printed = page.pdf(format="A4", margin={"top": "1cm", "bottom": "1cm", "left": "1cm", "right": "1cm"})
        assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) in (1, 2), rules
