"""A family makes its own rules, plays by them, and changes its mind."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import start_game, start_game_as_a_newcomer, tap_enter
from tests.conftest import pick

NAMES = ["Ana", "Ben", "Cai"]


@pytest.fixture
def form(page: Page) -> Page:
    """Ana's phone on the form for new house rules."""
    start_game(page, NAMES[:2])
    page.goto("/")
    page.goto(pick(r"/clubs/\w+", page.content()))
    page.get_by_role("link", name="House rules").click()
    return page


def test_a_heading_says_what_is_chosen_and_an_impossible_deal_is_refused_where_it_was_typed(form: Page) -> None:
    heading = form.locator("summary", has_text="One tile left")
    expect(heading).to_contain_text("Nobody has to announce")
    heading.click()
    form.get_by_text(re.compile("draw two tiles")).click()
    expect(heading).to_contain_text("draw two tiles")

    form.get_by_label("Name of these rules").fill("Too many")
    form.locator("summary", has_text="Tiles each").click()
    form.get_by_label("8 players", exact=True).fill("7")
    form.get_by_role("button", name="Save these rules").click()

    expect(form.get_by_role("alert")).to_have_text("With 8 players, you can deal at most 6 tiles each, not 7.")
    expect(form.get_by_label("8 players", exact=True)).to_be_visible()
    expect(form.get_by_label("8 players", exact=True)).to_have_value("7")


def test_a_number_that_is_not_offered_is_typed_in_place_of_a_choice_and_asked_beside_the_scores(form: Page) -> None:
    form.get_by_label("Name of these rules").fill("Ours")
    part = form.locator("[data-now]", has_text="A marker still up")
    part.locator("summary").click()
    part.get_by_text("10 is added to your total").click()
    part.get_by_label("Another number").fill("12")
    part.get_by_label("Another number").blur()
    expect(part.locator("summary small")).to_have_text("12")
    expect(part.locator(":checked")).to_have_count(0)
    form.get_by_role("button", name="Save these rules").click()
    expect(form.locator(".rule-books").first).to_contain_text("12 is added to your total")

    start_game_as_a_newcomer(form, NAMES, rules="Ours")
    form.get_by_role("link", name="Enter scores for round 1").click()
    form.locator("summary", has_text="Marker still up? 12 pips each").click()
    form.get_by_role("checkbox", name="Ben", exact=True).check()
    for name, left in zip(NAMES, ("out", "5", "6"), strict=True):
        form.get_by_label(f"Pips for {name}").fill(left)
    tap_enter(form)

    expect(form.locator(".total")).to_contain_text("17")
    expect(form.locator("main")).to_contain_text("Ana leads")
