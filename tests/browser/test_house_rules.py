"""A family makes its own rules, plays by them, and changes its mind."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import start_game, start_game_as_a_newcomer, tap_enter
from tests.conftest import pick

NAMES = ["Ana", "Ben", "Cai"]


@pytest.fixture
def at_the_rules(page: Page) -> Page:
    """Ana's phone on the form for new house rules."""
    start_game(page, NAMES[:2])
    page.goto("/")
    page.goto(pick(r"/clubs/\w+", page.content()))
    page.get_by_role("link", name="House rules").click()
    return page


def set_deal(page: Page, **deal: str) -> None:
    page.locator("summary", has_text="Tiles each").click()
    for players, tiles in deal.items():
        page.get_by_label(f"{players[1:]} players", exact=True).fill(tiles)


def test_a_family_deals_eight_each_then_renames_and_deletes_its_rules(at_the_rules: Page) -> None:
    page, rules = at_the_rules, at_the_rules.url
    page.get_by_label("Name of these rules").fill("Grandma’s")
    set_deal(page, _2="8", _3="8", _4="8")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.locator(".rule-books").first).to_contain_text(
        "Tiles each: 8 for 2 to 4 players, 7 for 5 to 7 players and 6 for 8 players."
    )

    start_game_as_a_newcomer(page, NAMES, rules="Grandma’s")
    game = page.url
    expect(page.locator("main")).to_contain_text("deal 8 each")

    page.goto(rules)
    page.get_by_role("link", name="Change", exact=True).click()
    page.get_by_label("Name of these rules").fill("Grandpa’s")
    page.get_by_role("button", name="Save the changes").click()
    expect(page.locator(".rule-books").first).to_contain_text("Grandpa’s")

    page.get_by_role("link", name="Change", exact=True).click()
    page.get_by_role("link", name="Delete Grandpa’s").click()
    expect(page.locator("main")).to_contain_text("keep the rules they started with")
    page.get_by_role("button", name="Delete these rules").click()
    expect(page.locator(".rule-books").first).to_have_text("None yet.")
    page.goto(game)
    expect(page.locator("main")).to_contain_text("deal 8 each")


def test_a_heading_says_what_is_chosen_and_an_impossible_deal_is_refused_where_it_was_typed(at_the_rules: Page) -> None:
    page = at_the_rules
    heading = page.locator("summary", has_text="One tile left")
    expect(heading).to_contain_text("Nobody has to announce")
    heading.click()
    page.get_by_text(re.compile("draw two tiles")).click()
    expect(heading).to_contain_text("draw two tiles")

    page.get_by_label("Name of these rules").fill("Too many")
    set_deal(page, _8="7")
    page.get_by_role("button", name="Save these rules").click()

    expect(page.get_by_role("alert")).to_have_text("With 8 players, you can deal at most 6 tiles each, not 7.")
    expect(page.get_by_label("8 players", exact=True)).to_be_visible()
    expect(page.get_by_label("8 players", exact=True)).to_have_value("7")


def test_a_number_that_is_not_offered_is_typed_in_place_of_a_choice_and_asked_beside_the_scores(
    at_the_rules: Page,
) -> None:
    page = at_the_rules
    page.get_by_label("Name of these rules").fill("Ours")
    part = page.locator("[data-now]", has_text="A marker still up")
    part.locator("summary").click()
    part.get_by_text("10 is added to your total").click()
    part.get_by_label("Another number").fill("12")
    part.get_by_label("Another number").blur()
    expect(part.locator("summary small")).to_have_text("12")
    expect(part.locator(":checked")).to_have_count(0)
    page.get_by_role("button", name="Save these rules").click()
    expect(page.locator(".rule-books").first).to_contain_text("12 is added to your total")

    start_game_as_a_newcomer(page, NAMES, rules="Ours")
    page.get_by_role("link", name="Enter scores for round 1").click()
    page.locator("summary", has_text="Marker still up? 12 pips each").click()
    page.get_by_role("checkbox", name="Ben", exact=True).check()
    for name, left in zip(NAMES, ("out", "5", "6"), strict=True):
        page.get_by_label(f"Pips for {name}").fill(left)
    tap_enter(page)

    expect(page.locator(".total")).to_contain_text("17")
    expect(page.locator("main")).to_contain_text("Ana leads")
