"""Weak Wi-Fi: a page without its scripts, answers that never come, and two tabs that send each other's entries."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPhone, expect_row, fill_hand, play_a_round, say_name, start_game, tap_enter

OUTBOX = re.compile(r"/static/outbox\.js")
SHEET = re.compile(r"/games/\w+$")


@pytest.fixture
def ana(new_phone: NewPhone) -> Page:
    """The phone that entered the first round of a game, on the sheet."""
    phone = new_phone()
    play_a_round(phone, ["Ana", "Ben"], ("12", "out"))
    return phone


# Where no worker can be, as on plain HTTP, nothing brings a script that the network does not bring.
NO_WORKER = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })"


def posts(act: Callable[[Route], None]) -> Callable[[Route], None]:
    """A route handler that applies `act` to form posts only."""
    return lambda route: act(route) if route.request.method == "POST" else route.continue_()


def enter_round(phone: Page, *left: str) -> None:
    for name, pips in zip(("Ana", "Ben"), left, strict=True):
        fill_hand(phone, name, pips)
    tap_enter(phone)


def test_what_another_tab_has_sent_is_said_where_it_was_typed(ana: Page) -> None:
    game, first = ana.url, ana
    first.route("**/rounds/2", posts(lambda route: route.abort()))
    first.goto(f"{game}/rounds/2")
    enter_round(first, "7", "out")
    expect(first.locator("#outbox details.waits")).to_have_count(1)
    second = first.context.new_page()
    # The older entry is slow in this tab, and quick in the other one.
    routes: list[Route] = []
    second.route("**/rounds/2", posts(routes.append))
    second.goto(f"{game}/rounds/1")
    fill_hand(second, "Ana", "77")
    tap_enter(second)
    expect(second.locator("#outbox details.waits")).to_have_count(2)

    first.unroute("**/rounds/2")
    first.goto("/")
    expect(first.locator("#outbox")).to_be_hidden()
    for route in routes:
        route.abort()

    second.wait_for_url(SHEET)
    expect(second.get_by_text("Already entered from another page on this phone: Scores for round 1")).to_be_visible()
    expect_row(second, "9-9", {0: "77"})
    assert second.request.get(f"{game}/log").text().count("Round 1, Ana: 77") == 1


def test_what_somebody_throws_away_in_another_tab_is_not_said_to_be_entered(ana: Page) -> None:
    game, first = ana.url, ana
    first.goto(f"{game}/rounds/2")
    routes: list[Route] = []
    first.route("**/rounds/2", posts(routes.append))
    enter_round(first, "7", "out")
    second = first.context.new_page()
    second.route("**/rounds/2", posts(lambda route: route.abort()))
    second.goto("/rulings")
    expect(second.locator("#outbox details.waits")).to_have_count(1)
    second.locator("#outbox summary > span").click()
    second.locator("#outbox summary", has_text="Throw away").click()
    second.get_by_role("button", name="Yes, throw it away").click()
    expect(second.locator("#outbox details.waits")).to_have_count(0)

    for route in routes:
        route.abort()

    expect(first.locator("#outbox details.waits")).to_have_count(0)
    expect(first.get_by_text("Already entered")).to_be_hidden()
    assert "/rounds/2" in first.url


def test_what_waits_is_shown_before_an_answer_comes(ana: Page) -> None:
    ana.goto(f"{ana.url}/rounds/2")
    ana.context.set_offline(True)
    enter_round(ana, "7", "out")
    expect(ana.locator("#outbox details.waits")).to_have_count(1)
    context = ana.context
    ana.close()
    context.set_offline(False)

    tab = context.new_page()
    tab.route("**/rounds/2", posts(lambda route: None))
    tab.goto("/rulings")

    expect(tab.locator("#outbox details.waits")).to_have_count(1)


def test_a_form_waits_for_its_script_and_is_then_sent(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.context.add_init_script(NO_WORKER)
    phone.context.route(OUTBOX, lambda route: route.abort())
    game = start_game(phone, ["Ana", "Ben"])
    phone.goto(f"{game}/rounds/1")
    say_name(phone, "Ana")

    enter_round(phone, "out", "12")

    expect(phone.get_by_text("This page is still loading.")).to_be_visible()
    assert phone.get_by_role("group", name="Ben", exact=True).get_by_role("textbox").input_value() == "12"
    phone.context.unroute(OUTBOX)
    expect_row(phone, "9-9", ["0", "12"])


def test_a_penalty_waits_for_its_script_too(new_phone: NewPhone) -> None:
    ana = new_phone()
    ana.context.add_init_script(NO_WORKER)
    ana.context.route(OUTBOX, lambda route: route.abort())
    game = play_a_round(ana, ["Ana", "Ben"], ("out", "12"))
    ana.goto(f"{game}/changes")
    ana.get_by_text("Add a penalty").first.click()
    form = ana.locator("form[action$=penalty]")
    form.get_by_label("Who", exact=True).select_option("Ben")
    form.locator("[name=pips]").fill("5")
    form.locator("[name=reason]").fill("late")
    if form.locator("[name=me]").count():
        form.locator("[name=me]").first.check()
    form.locator("button.main").click()

    expect(ana.get_by_text("This page is still loading.")).to_be_visible()
    ana.context.unroute(OUTBOX)
    ana.wait_for_url(game)
    expect(ana.locator(".sheet")).to_contain_text("penalty")


def test_without_scripts_the_form_goes_as_ever(new_phone: NewPhone) -> None:
    phone = new_phone()
    game = start_game(phone, ["Ana", "Ben"])
    bare_phone = new_phone(scripts=False)
    bare_phone.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type] # Playwright's own two words for a cookie
    bare_phone.goto(f"{game}/rounds/1")
    fill_hand(bare_phone, "Ana", "3")
    fill_hand(bare_phone, "Ben", "12")
    bare_phone.get_by_role("group", name="Ana", exact=True).get_by_role("textbox").fill("")
    bare_phone.get_by_role("group", name="Ana", exact=True).get_by_role("checkbox", name="went out").check()
    tap_enter(bare_phone)

    expect_row(bare_phone, "9-9", ["0", "12"])


def test_no_page_promises_what_its_worker_cannot_do(new_phone: NewPhone) -> None:
    phone = new_phone()
    # A browser that does not trust the certificate has a secure context, but lets no worker in.
    phone.add_init_script(
        """Object.defineProperty(navigator.serviceWorker, "register", { value: () => Promise.reject(new DOMException("", "SecurityError")) })"""
    )
    game = start_game(phone, ["Ana", "Ben"])
    phone.goto("/rulings?rules=double-nine")
    phone.wait_for_timeout(500)
    expect(phone.locator("[data-keep]")).to_be_hidden()

    phone.goto(f"{game}/rounds/1")
    say_name(phone, "Ana")
    phone.context.set_offline(True)
    enter_round(phone, "out", "12")

    expect(phone.get_by_text("keep this page open.")).to_be_visible()


def test_a_number_that_waits_stands_grey_in_its_cell(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    ana.context.set_offline(True)
    enter_round(ana, "out", "12+11")
    expect(ana.locator("#outbox details.waits")).to_have_count(1)
    context = ana.context
    ana.close()
    context.set_offline(False)

    sheet = context.new_page()
    sheet.route("**/rounds/2", posts(lambda route: route.abort()))
    sheet.goto(game)

    expect(sheet.locator(".waits-here")).to_have_text(["0 waiting on this phone", "23 waiting on this phone"])
    sheet.unroute("**/rounds/2")
    expect(sheet.locator(".waits-here")).to_have_count(0)


def test_a_question_without_a_network_stays_in_its_field_and_that_is_said(ana: Page) -> None:
    ana.goto("/rulings")
    ana.context.set_offline(True)
    ana.get_by_label("Ask as you would at the table").fill("is a double left open")
    ana.get_by_role("button", name="Look it up").click()

    expect(ana.get_by_text("This only works with a connection. Tap again when you are back online.")).to_be_visible()
    expect(ana.get_by_label("Ask as you would at the table")).to_have_value("is a double left open")


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


def test_a_card_needs_somebody_only_when_its_question_is_there(ana: Page) -> None:
    ana.goto(f"{ana.url}/rounds/2")
    ana.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          if (!document.querySelector("#outbox").hidden) window.seen.push(document.querySelector("#outbox").innerText); })
          .observe(document.querySelector("#outbox"), { childList: true, subtree: true, attributes: true }); }"""
    )
    # Nothing is left of a page that has gone, so it stays for a moment.
    ana.evaluate("HTMLFormElement.prototype.submit = () => {}")

    enter_round(ana, "20", "30")
    ana.wait_for_timeout(1_500)

    assert [text for text in ana.evaluate("window.seen") if "there is a question for you" in text] == []


def test_what_waits_behind_a_question_says_so(ana: Page) -> None:
    ana.goto(f"{ana.url}/rounds/2")
    ana.context.set_offline(True)
    enter_round(ana, "20", "30")
    expect(ana.get_by_role("heading", name="Scores for round 3: 7-7")).to_be_visible()
    enter_round(ana, "out", "30")
    expect(ana.locator("#outbox details.waits")).to_have_count(2)
    ana.context.set_offline(False)

    expect(ana.locator("#outbox [data-when=asked]:visible").first).to_be_visible()
    expect(ana.locator("#outbox [data-when=behind]:visible")).to_have_text(
        "This has to wait until you have dealt with the entry above."
    )
    expect(ana.get_by_text("Waiting on this phone until the server answers")).to_be_hidden()
