"""Weak Wi-Fi: a page without its scripts, answers that never come, and two tabs that send each other's entries."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import expect_row, fill_hand, start_game, tap_enter
from tests.browser.test_outbox import WAITING, ana, enter_offline, enter_round, game, new_tab, posts, throw_away

__all__ = ["ana", "game"]

OUTBOX = re.compile(r"/static/outbox\.js")
# Where no worker can be, as on plain HTTP, nothing brings a script that the network does not bring.
NO_WORKER = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })"
# A browser that does not trust the certificate has a secure context, but lets no worker in.
NO_TRUST = """Object.defineProperty(navigator.serviceWorker, "register",
  { value: () => Promise.reject(new DOMException("", "SecurityError")) })"""
SEEN = """() => { window.seen = []; new MutationObserver(() => {
  if (!document.querySelector("#outbox").hidden) window.seen.push(document.querySelector("#outbox").innerText); })
  .observe(document.querySelector("#outbox"), { childList: true, subtree: true, attributes: true }); }"""


def test_what_another_tab_has_sent_is_said_where_it_was_typed(ana: Page, game: str) -> None:
    ana.route("**/rounds/2", posts(lambda route: route.abort()))
    ana.goto(f"{game}/rounds/2")
    enter_round(ana, "7", "out")
    expect(ana.locator(WAITING)).to_have_count(1)
    tab = ana.context.new_page()
    # The older entry is slow in this tab, and quick in the other one.
    routes: list[Route] = []
    tab.route("**/rounds/2", posts(routes.append))
    tab.goto(f"{game}/rounds/1")
    fill_hand(tab, "Ben", "77")
    tap_enter(tab)
    expect(tab.locator(WAITING)).to_have_count(2)

    ana.unroute("**/rounds/2")
    ana.goto("/")
    expect(ana.locator("#outbox")).to_be_hidden()
    for route in routes:
        route.abort()

    expect(tab.get_by_text("Already entered from another page on this phone: Scores for round 1")).to_be_visible()
    expect_row(tab, "9-9", {1: "77"})
    assert tab.request.get(f"{game}/log").text().count("Round 1, Ben: 77") == 1


def test_what_somebody_throws_away_in_another_tab_is_not_said_to_be_entered(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")
    routes: list[Route] = []
    ana.route("**/rounds/2", posts(routes.append))
    enter_round(ana, "7", "out")
    tab = ana.context.new_page()
    tab.route("**/rounds/2", posts(lambda route: route.abort()))
    tab.goto("/rulings")
    tab.locator(WAITING).click()
    throw_away(tab)
    expect(tab.locator(WAITING)).to_have_count(0)

    for route in routes:
        route.abort()

    expect(ana.locator(WAITING)).to_have_count(0)
    expect(ana.get_by_text("Already entered")).to_be_hidden()
    assert "/rounds/2" in ana.url


def test_a_form_waits_for_its_script_and_is_then_sent(page: Page) -> None:
    page.context.add_init_script(NO_WORKER)
    page.context.route(OUTBOX, lambda route: route.abort())
    game = start_game(page, ["Ana", "Ben"], me="Ana")
    page.goto(f"{game}/rounds/1")
    enter_round(page, "out", "12")
    expect(page.get_by_text("This page is still loading.")).to_be_visible()
    expect(page.get_by_label("Pips for Ben")).to_have_value("12")
    page.context.unroute(OUTBOX)
    expect_row(page, "9-9", ["0", "12"])

    page.context.route(OUTBOX, lambda route: route.abort())
    page.goto(f"{game}/changes")
    page.get_by_text("Add a penalty").first.click()
    page.locator("#penalty-seat").select_option("Ben")
    page.locator("#penalty-pips").fill("5")
    page.locator("#penalty-reason").fill("late")
    page.get_by_role("button", name="Add it to the total").click()
    expect(page.get_by_text("This page is still loading.")).to_be_visible()
    page.context.unroute(OUTBOX)
    expect(page.locator(".sheet")).to_contain_text("penalty")


def test_no_page_promises_what_its_worker_cannot_do(page: Page) -> None:
    page.add_init_script(NO_TRUST)
    game = start_game(page, ["Ana", "Ben"], me="Ana")
    page.goto("/rulings?rules=double-nine")
    page.wait_for_timeout(500)
    expect(page.locator("[data-keep]")).to_be_hidden()

    page.goto(f"{game}/rounds/1")
    page.context.set_offline(True)
    enter_round(page, "out", "12")

    expect(page.get_by_text("keep this page open.")).to_be_visible()


def test_what_waits_is_shown_on_the_next_page_before_an_answer_comes_and_grey_in_its_cell(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("out", "12+11"))
    sheet = new_tab(ana)
    sheet.route("**/rounds/2", posts(lambda route: None))

    sheet.goto(game)

    expect(sheet.locator(WAITING)).to_have_count(1)
    expect(sheet.locator(".waits-here")).to_have_text(["0 waiting on this phone", "23 waiting on this phone"])
    sheet.unroute("**/rounds/2")
    expect(sheet.locator("#outbox")).to_be_hidden()
    expect(sheet.locator(".waits-here")).to_have_count(0)
    expect_row(sheet, "8-8", ["0", "23"])


def test_a_question_that_finds_no_server_is_shown_and_can_be_asked_again(ana: Page) -> None:
    ana.goto("/")
    ana.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    ana.wait_for_timeout(300)
    ana.context.set_offline(True)

    ana.goto("/rulings?q=must+I+cover+it&rules=double-nine")

    expect(ana.get_by_text("Your question is waiting here:")).to_be_visible()
    expect(ana.locator("q")).to_have_text("must I cover it")
    ana.context.set_offline(False)
    ana.get_by_role("link", name="Ask it again").click()
    expect(ana.get_by_label("Ask as you would at the table")).to_have_value("must I cover it")


def test_a_card_needs_somebody_only_when_its_question_is_there(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")
    ana.evaluate(SEEN)
    # Nothing is left of a page that has gone, so it stays for a moment.
    ana.evaluate("HTMLFormElement.prototype.submit = () => {}")

    enter_round(ana, "20", "30")
    ana.wait_for_timeout(1_500)

    assert [text for text in ana.evaluate("window.seen") if "there is a question for you" in text] == []
