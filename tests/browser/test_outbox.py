"""Entries made without a connection, and forms that cannot wait for one.

Entries wait on the phone and are sent by themselves; where the app cannot decide, somebody is asked.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from proofs.page import fields_of
from tests.browser.conftest import (
    NewPhone,
    enter,
    expect_row,
    fill_hand,
    play_a_round,
    row,
    send,
    send_round,
    start_table,
    tap_enter,
)
from tests.conftest import pick

WAITING = "#outbox summary > span"
ASKED = "Not entered yet: there is a question for you."
SLOW_STORE = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...named) {
  const asked = open.apply(this, named), later = {};
  asked.onupgradeneeded = () => { later.result = asked.result; later.onupgradeneeded?.(); };
  asked.onsuccess = () => setTimeout(() => { later.result = asked.result; later.onsuccess(); }, 700);
  return later;
};
"""
# The page with the question is a second late, and meanwhile somebody types again and the connection drops.
TYPE_AGAIN_MEANWHILE = """() => {
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    window.fetch = () => Promise.reject(new TypeError("cut"));
    const field = document.querySelector(".pips");
    field.value = "21";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form.requestSubmit();
    setTimeout(() => submit.call(this), 1000);
  };
}"""


@pytest.fixture
def ana(page: Page) -> Page:
    """The phone that entered the first round of a game, on the sheet."""
    play_a_round(page, ["Ana", "Ben"], ("out", "12"))
    return page


@pytest.fixture
def game(ana: Page) -> str:
    return ana.url


def enter_round(phone: Page, *left: str) -> None:
    for name, pips in zip(("Ana", "Ben"), left, strict=True):
        fill_hand(phone, name, pips)
    tap_enter(phone)


def enter_offline(phone: Page, game: str, *rounds: tuple[str, str]) -> None:
    """Enter rounds from the second on while offline, so that the entries wait."""
    phone.goto(f"{game}/rounds/2")
    phone.context.set_offline(True)
    for number, left in enumerate(rounds, 2):
        expect(phone.get_by_role("heading", name=f"Scores for round {number}")).to_be_visible()
        enter_round(phone, *left)
    expect(phone.locator(WAITING)).to_have_count(len(rounds))


def expect_waiting(phone: Page, *entries: str) -> None:
    """Expect that the page shows these entries as waiting, or as needing a decision, and no others."""
    expect(phone.locator(WAITING)).to_have_text([re.compile(rf"^\s*{re.escape(entry)}") for entry in entries])


def posts(act: Callable[[Route], object]) -> Callable[[Route], object]:
    """A route handler that applies `act` to form posts only."""
    return lambda route: act(route) if route.request.method == "POST" else route.continue_()


def new_tab(phone: Page) -> Page:
    """Close the page, and open another one on the same phone with a connection."""
    context = phone.context
    phone.close()
    context.set_offline(False)
    return context.new_page()


def throw_away(phone: Page) -> None:
    phone.locator("#outbox summary", has_text="Throw away").first.click()
    phone.get_by_role("button", name="Yes, throw it away").first.click()


def type_move(phone: Page, move: str) -> None:
    phone.get_by_text("Type it instead").click()
    phone.get_by_label("A move in notation").fill(move)
    phone.locator(".type").get_by_role("button", name="Enter").click()


def club_of(phone: Page) -> str:
    return "/clubs/" + pick(r"club=(\w+)", phone.content())


def new_key(phone: Page) -> tuple[str, str]:
    """A new key for scorekeepers: the address of its page, and its link."""
    key = send(phone, f"{club_of(phone)}/keys", access="score", night="", label="Ben")
    return key, pick(r"(/k/[^\"<\s]+)", phone.request.get(key).text())


def revoke(phone: Page, key: str) -> None:
    fields = fields_of(phone.request.get(f"{club_of(phone)}/keys").text())
    phone.request.post(f"{key}/revoke", form={**fields})


def test_rounds_entered_without_a_connection_are_sent_in_order_when_it_is_back(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("7", "out"), ("out", "9+1"))
    expect_waiting(ana, "Scores for round 2 Ana 7, Ben out entered", "Scores for round 3 Ana out, Ben 9+1 entered")

    ana.context.set_offline(False)

    ana.wait_for_url(game)
    expect_row(ana, "8-8", ["7", "0"])
    expect_row(ana, "7-7", ["0", "10"])
    expect(ana.locator("#outbox")).to_be_hidden()


def test_a_score_that_another_phone_changed_meanwhile_needs_somebody(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("7", "out"))
    send_round(ana, game, 2, "30", "")
    ana.context.set_offline(False)

    expect(ana.get_by_text(ASKED)).to_be_visible()
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_text("Ana already has 30 in this round")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()
    ana.goto(game)
    expect_row(ana, "8-8", {0: "30"})
    expect(ana.get_by_text(ASKED)).to_be_visible()
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_text("Ana already has 30 in this round")).to_be_visible()
    ana.get_by_role("button", name="Use 7").click()
    expect_row(ana, "8-8", ["7", "0"])
    expect(ana.locator("#outbox")).to_be_hidden()


def test_an_entry_can_be_thrown_away(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("7", "out"))

    ana.locator(WAITING).click()
    throw_away(ana)

    expect(ana.locator(WAITING)).to_have_count(0)
    ana.context.set_offline(False)
    ana.goto(game)
    assert row(ana, "8-8") != ["7", "0"]


def test_what_was_refused_at_the_table_is_not_shown_twice(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")

    enter_round(ana, "seven", "out")

    expect(ana.locator("main .error").first).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()
    fill_hand(ana, "Ana", "7")
    enter(ana)
    expect_row(ana, "8-8", ["7", "0"])


def test_moves_wait_one_behind_the_other_and_are_entered_once(ana: Page, game: str) -> None:
    start_table(ana, game, 2)
    ana.context.set_offline(True)

    ana.locator("button[value='A 8-7@A']").click()
    expect(ana.locator(WAITING)).to_have_count(1)
    expect(ana.get_by_text("Waiting on this phone until the server answers:")).to_be_visible()
    type_move(ana, "A 7-3@A")
    expect(ana.locator(WAITING)).to_have_count(2)
    ana.context.set_offline(False)

    expect(ana.get_by_text("Ana plays 7-3 on Ana’s train.")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()
    ana.goto(f"{game}/rounds/2/table/moves")
    for move in ("A 8-7@A", "A 7-3@A"):
        expect(ana.get_by_text(move)).to_have_count(1)


def test_leaving_the_question_about_a_move_throws_it_away(ana: Page, game: str) -> None:
    start_table(ana, game, 2)
    ana.context.set_offline(True)
    type_move(ana, "A 7-3@A")
    expect(ana.locator(WAITING)).to_have_count(1)
    ana.context.set_offline(False)
    ana.get_by_role("button", name="Look at it").click()

    ana.get_by_role("link", name="Do not enter it").click()

    expect(ana.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()


def test_an_entry_of_a_phone_whose_key_was_revoked_can_be_copied(ana: Page, game: str, new_phone: NewPhone) -> None:
    key, link = new_key(ana)
    ben = new_phone()
    ben.goto(link)
    enter_offline(ben, game, ("7", "out"))
    revoke(ana, key)
    ben.context.set_offline(False)

    expect(ben.get_by_text("This phone is no longer allowed to send this entry.")).to_be_visible()
    expect_waiting(ben, "Scores for round 2 Ana 7, Ben out")


def test_a_browser_that_keeps_nothing_leaves_the_entry_in_its_form(ana: Page, game: str) -> None:
    ana.add_init_script("indexedDB.open = () => { throw new Error('private'); }")
    ana.goto(f"{game}/rounds/2")
    ana.context.set_offline(True)
    enter_round(ana, "7", "out")

    expect(ana.get_by_text("this browser cannot save anything")).to_be_visible()
    expect(ana.get_by_label("Pips for Ana")).to_have_value("7")
    ana.context.set_offline(False)
    enter(ana)
    expect_row(ana, "8-8", ["7", "0"])


def test_an_old_entry_is_shown_and_asked_about(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("7", "out"))
    ana = new_tab(ana)
    ana.add_init_script("const now = Date.now; Date.now = () => now() + 15 * 24 * 3600e3;")
    ana.goto(f"{game}/log")

    expect(ana.get_by_text("more than two weeks old")).to_be_visible()
    assert "Ana: 7" not in ana.locator("main").inner_text()
    ana.get_by_role("button", name="Send now").click()
    expect(ana.locator("#outbox")).to_be_hidden()
    ana.goto(game)
    expect_row(ana, "8-8", ["7", "0"])


def test_the_login_page_of_a_hotel_is_no_answer(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")
    ana.context.route("**/rounds/2", posts(lambda route: route.fulfill(body="<h1>Welcome to the hotel</h1>")))

    enter_round(ana, "7", "out")

    expect(ana.locator(WAITING)).to_have_count(1)
    ana.context.unroute("**/rounds/2")
    expect_row(ana, "8-8", ["7", "0"])


def test_two_tabs_send_an_entry_once(ana: Page, game: str) -> None:
    tab = ana.context.new_page()
    tab.goto(game)
    enter_offline(ana, game, ("7", "out"))
    ana.context.set_offline(False)
    tab.reload()

    expect(tab.locator("#outbox")).to_be_hidden()
    expect(ana.locator("#outbox")).to_be_hidden()
    assert ana.request.get(f"{game}/log").text().count("Round 2, Ana: 7") == 1


def hold_first_post(phone: Page) -> list[Route]:
    """Hold the first form that the phone sends for round 2. Returns the list that it will be in."""
    routes: list[Route] = []
    phone.route("**/rounds/2", posts(lambda route: route.continue_() if routes else routes.append(route)))
    return routes


def test_a_number_that_is_typed_again_while_the_first_is_sent_is_not_lost(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")
    routes = hold_first_post(ana)
    with ana.expect_request(lambda request: request.method == "POST"):
        enter_round(ana, "7", "out")

    fill_hand(ana, "Ana", "8")
    tap_enter(ana)
    tap_enter(ana)
    routes[0].continue_()

    ana.wait_for_url(game)
    expect(ana.get_by_text(ASKED)).to_be_visible()
    expect_waiting(ana, "Scores for round 2 Ana 8, Ben out")
    expect_row(ana, "8-8", ["7", "0"])


def test_a_number_that_is_typed_again_while_a_question_is_on_its_way_is_not_lost(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")
    ana.evaluate(TYPE_AGAIN_MEANWHILE)

    enter_round(ana, "20", "30")

    expect(ana.get_by_role("button", name="Yes, enter it")).to_be_visible()
    expect_waiting(ana, "Scores for round 2 Ana 21, Ben 30")


def test_an_entry_that_waited_behind_another_stays_while_its_question_is_open_and_one_behind_it_says_so(
    ana: Page, game: str
) -> None:
    enter_offline(ana, game, ("7", "out"), ("20", "30"), ("out", "30"))
    ana.context.set_offline(False)
    ana.wait_for_url(game)
    expect(ana.locator("#outbox [data-when=asked]:visible").first).to_be_visible()
    behind = "This has to wait until you have dealt with the entry above."
    expect(ana.locator("#outbox [data-when=behind]:visible")).to_have_text(behind)
    expect(ana.get_by_text("Waiting on this phone until the server answers")).to_be_hidden()
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_text("Nobody went out.")).to_be_visible()

    ana.goto(game)

    expect(ana.get_by_text(ASKED).first).to_be_visible()
    expect_waiting(ana, "Scores for round 3 Ana 20, Ben 30", "Scores for round 4 Ana out, Ben 30")


def test_what_was_shown_as_waiting_stays_while_its_question_is_open(ana: Page, game: str) -> None:
    ana.goto(f"{game}/rounds/2")
    routes = hold_first_post(ana)
    enter_round(ana, "20", "30")
    expect(ana.locator(WAITING)).to_have_count(1)
    routes[0].continue_()
    expect(ana.get_by_text("Nobody went out.")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()

    ana.goto(game)

    expect(ana.get_by_text(ASKED)).to_be_visible()
    expect_waiting(ana, "Scores for round 2 Ana 20, Ben 30")


def test_an_entry_that_needs_somebody_does_not_hold_up_what_does_not_need_it(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("7", "out"), ("20", "out"))
    send_round(ana, game, 2, "30", "out")
    ana.context.set_offline(False)

    expect(ana.locator(WAITING)).to_have_count(1)
    expect(ana.get_by_text(ASKED)).to_be_visible()
    ana.goto(game)
    expect_row(ana, "8-8", ["30", "0"])
    expect_row(ana, "7-7", ["20", "0"])


def test_a_penalty_that_waits_shows_its_pips(ana: Page, game: str) -> None:
    ana.goto(f"{game}/changes")
    ana.context.set_offline(True)
    ana.get_by_text("Add a penalty").click()
    ana.locator("#penalty-seat").select_option("Ana")
    ana.get_by_label("Pips").fill("30")
    ana.get_by_label("Reason").fill("Late")
    ana.get_by_role("button", name="Add it to the total").click()

    expect_waiting(ana, "Add a penalty or a bonus Ana, 30, Late")


def test_an_answer_to_a_question_is_sent_though_the_phone_is_slow(ana: Page, game: str) -> None:
    enter_offline(ana, game, ("20", "30"))
    ana.context.set_offline(False)
    ana.wait_for_load_state()
    ana.goto(game)
    ana.add_init_script(SLOW_STORE)
    ana.get_by_role("button", name="Look at it").click()

    ana.get_by_role("button", name="Yes, enter it").click()

    expect_row(ana, "8-8", ["20", "30"])


def test_two_entries_on_one_page_from_the_past_both_wait_and_each_asks_with_its_own_numbers(
    ana: Page, game: str
) -> None:
    """The service worker or the browser's cache may serve the same page twice, with the same tokens."""
    page = ana.request.get(f"{game}/rounds/2").text()
    ana.context.route(
        "**/rounds/2",
        lambda route: (
            route.abort() if route.request.method == "POST" else route.fulfill(body=page, content_type="text/html")
        ),
    )
    for pips in ("7", "9"):
        ana.goto(f"{game}/rounds/2")
        fill_hand(ana, "Ana", pips)
        tap_enter(ana)
        expect(ana.locator(WAITING, has_text=f"Ana {pips}")).to_have_count(1)
    expect(ana.locator(WAITING)).to_have_count(2)
    ana.context.unroute_all()
    send_round(ana, game, 2, "30", "")
    ana.goto(game)
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_role("button", name="Use 7")).to_be_visible()
    ana.goto(game)
    throw_away(ana)
    expect(ana.locator("#outbox .waits", has_text="Ana 7")).to_have_count(0)
    ana.get_by_role("button", name="Look at it").click()

    ana.get_by_role("button", name="Use 9").click()

    expect_row(ana, "8-8", {0: "9"})


def test_a_form_that_cannot_wait_says_that_it_needs_a_connection_and_keeps_what_was_typed(ana: Page, game: str) -> None:
    ana.context.set_offline(True)
    ana.get_by_role("button", name=re.compile("^Undo")).click()
    expect(ana.get_by_text("This only works with a connection")).to_be_visible()
    assert ana.url == game

    ana.context.set_offline(False)
    ana.goto("/rulings")
    ana.context.set_offline(True)
    ana.get_by_label("Ask as you would at the table").fill("is a double left open")
    ana.get_by_role("button", name="Look it up").click()
    expect(ana.get_by_text("This only works with a connection. Tap again when you are back online.")).to_be_visible()
    expect(ana.get_by_label("Ask as you would at the table")).to_have_value("is a double left open")
