"""Entries made without a connection.

They wait on the phone and are sent by themselves; where the app cannot decide, somebody is asked.
"""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from proofs.page import fields_of
from proofs.server import Server
from tests.browser.conftest import NewPhone, enter, expect_row, fill_hand, row, say_name, send, start_game, tap_enter

WAITING = "#outbox summary > span"
SHEET = re.compile(r"/games/\w+$")


@pytest.fixture
def ana(new_phone: NewPhone) -> Page:
    """The phone that entered the first round of a game."""
    phone = new_phone()
    game = start_game(phone, ["Ana", "Ben"])
    phone.goto(f"{game}/rounds/1")
    say_name(phone, "Ana")
    enter_round(phone, "out", "12")
    phone.wait_for_url(SHEET)
    return phone


def enter_round(phone: Page, *left: str) -> None:
    for name, pips in zip(("Ana", "Ben"), left, strict=True):
        fill_hand(phone, name, pips)
    tap_enter(phone)


def enter_two_offline(phone: Page, second: tuple[str, str], third: tuple[str, str]) -> None:
    """Enter rounds 2 and 3 of the game while offline, so that both entries wait."""
    phone.goto(f"{phone.url}/rounds/2")
    go_offline(phone)
    enter_round(phone, *second)
    expect(phone.get_by_role("heading", name="Scores for round 3: 7-7")).to_be_visible()
    enter_round(phone, *third)
    expect(phone.locator(WAITING)).to_have_count(2)


def waiting(phone: Page) -> list[str]:
    """The entries that the page shows as waiting, or as needing a decision."""
    return [" ".join(text.split()) for text in phone.locator(WAITING).all_inner_texts()]


def go_offline(phone: Page, *, is_offline: bool = True) -> None:
    phone.context.set_offline(is_offline)


def test_rounds_entered_without_a_connection_are_sent_in_order_when_it_is_back(ana: Page) -> None:

    enter_two_offline(ana, ("7", "out"), ("out", "9+1"))

    assert waiting(ana)[0].startswith("Scores for round 2 Ana 7, Ben out entered")
    assert waiting(ana)[1].startswith("Scores for round 3 Ana out, Ben 9+1 entered")
    go_offline(ana, is_offline=False)
    expect_row(ana, "8-8", ["7", "0"])
    expect_row(ana, "7-7", ["0", "10"])
    expect(ana.locator("#outbox")).to_be_hidden()


def test_an_entry_outlives_its_page_and_is_sent_by_the_next_one(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    go_offline(ana)
    enter_round(ana, "7", "out")
    expect(ana.locator(WAITING)).to_have_count(1)
    context = ana.context
    ana.close()

    ana = context.new_page()
    context.set_offline(False)
    with ana.expect_response(lambda answer: answer.request.method == "POST"):
        ana.goto("/")

    expect(ana.locator("#outbox")).to_be_hidden()
    ana.goto(game)
    expect_row(ana, "8-8", ["7", "0"])


def test_a_score_that_another_phone_changed_meanwhile_needs_somebody(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    go_offline(ana)
    enter_round(ana, "7", "out")
    expect(ana.locator(WAITING)).to_have_count(1)
    fields = forms_of(ana, f"{game}/rounds/2")
    field = next(name for name in fields if name.endswith("-left"))
    send(ana, f"{game}/rounds/2", **{field: "30"})
    go_offline(ana, is_offline=False)

    expect(ana.get_by_text("Not entered yet: there is a question for you.")).to_be_visible()
    ana.get_by_role("button", name="Look at it").click()

    expect(ana.get_by_text("Ana already has 30 in this round")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()
    ana.goto(game)
    expect_row(ana, "8-8", {0: "30"})
    expect(ana.get_by_text("Not entered yet: there is a question for you.")).to_be_visible()
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_text("Ana already has 30 in this round")).to_be_visible()
    ana.get_by_role("button", name="Use 7").click()
    expect_row(ana, "8-8", ["7", "0"])
    expect(ana.locator("#outbox")).to_be_hidden()


def test_an_entry_can_be_thrown_away(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    go_offline(ana)
    enter_round(ana, "7", "out")
    ana.locator(WAITING).click()
    ana.locator("#outbox summary", has_text="Throw away").click()
    ana.get_by_role("button", name="Yes, throw it away").click()

    expect(ana.locator(WAITING)).to_have_count(0)
    go_offline(ana, is_offline=False)
    ana.goto(game)
    assert row(ana, "8-8") != ["7", "0"]


def test_what_was_refused_at_the_table_is_not_shown_twice(ana: Page) -> None:
    ana.goto(f"{ana.url}/rounds/2")

    enter_round(ana, "seven", "out")

    expect(ana.locator("main .error").first).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()
    fill_hand(ana, "Ana", "7")
    enter(ana)
    expect_row(ana, "8-8", ["7", "0"])


def test_moves_wait_one_behind_the_other(ana: Page) -> None:
    table = f"{ana.url}/rounds/2/table"
    ana.goto(table)
    ana.locator("label.choice", has_text="Ana").click()
    ana.get_by_role("button", name="Track the moves").click()
    go_offline(ana)

    ana.locator("button[value='A 8-7@A']").click()
    expect(ana.locator(WAITING)).to_have_count(1)
    ana.get_by_text("Type it instead").click()
    ana.get_by_label("A move in notation").fill("A 7-3@A")
    ana.locator(".type").get_by_role("button", name="Enter").click()
    expect(ana.locator(WAITING)).to_have_count(2)
    go_offline(ana, is_offline=False)

    expect(ana.get_by_text("Ana plays 7-3 on Ana’s train.")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()


def test_an_entry_of_a_phone_whose_key_was_revoked_can_be_copied(ana: Page, new_phone: NewPhone) -> None:
    game = ana.url
    ana.goto(game)
    club = club_of(ana)
    key = send(ana, f"{club}/keys", access="score", night="", label="Ben")
    link = ana.request.get(key).text()
    ben = new_phone()
    ben.goto(re.findall(r"(/k/[^\"<\s]+)", link)[0])
    ben.goto(f"{game}/rounds/2")
    go_offline(ben)
    enter_round(ben, "7", "out")
    expect(ben.locator(WAITING)).to_have_count(1)
    ana.request.post(f"{key}/revoke", form={**forms_of(ana, f"{club}/keys")})
    go_offline(ben, is_offline=False)

    expect(ben.get_by_text("This phone is no longer allowed to send this entry.")).to_be_visible()
    assert waiting(ben)[0].startswith("Scores for round 2 Ana 7, Ben out")


def club_of(phone: Page) -> str:
    found = re.search(r"club=(\w+)", phone.content())
    assert found
    return f"/clubs/{found[1]}"


def forms_of(phone: Page, address: str) -> dict[str, str]:
    """The fields of the forms on a page."""
    return fields_of(phone.request.get(address).text())


def test_a_browser_that_keeps_nothing_leaves_the_entry_in_its_form(ana: Page) -> None:
    ana.add_init_script("indexedDB.open = () => { throw new Error('private'); }")
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    go_offline(ana)
    enter_round(ana, "7", "out")

    expect(ana.get_by_text("this browser cannot save anything")).to_be_visible()
    assert ana.get_by_label("Pips for Ana").input_value() == "7"
    go_offline(ana, is_offline=False)
    enter(ana)
    expect_row(ana, "8-8", ["7", "0"])


def test_an_old_entry_is_shown_and_asked_about(ana: Page) -> None:
    game, context = ana.url, ana.context
    ana.goto(f"{game}/rounds/2")
    go_offline(ana)
    enter_round(ana, "7", "out")
    expect(ana.locator(WAITING)).to_have_count(1)
    ana.close()
    context.set_offline(False)
    ana = context.new_page()
    ana.add_init_script("const now = Date.now; Date.now = () => now() + 15 * 24 * 3600e3;")
    ana.goto(f"{game}/log")

    expect(ana.get_by_text("more than two weeks old")).to_be_visible()
    assert "Ana: 7" not in ana.locator("main").inner_text()
    ana.get_by_role("button", name="Send now").click()
    expect(ana.locator("#outbox")).to_be_hidden()
    ana.goto(game)
    expect_row(ana, "8-8", ["7", "0"])


def test_the_login_page_of_a_hotel_is_no_answer(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    ana.context.route(
        "**/rounds/2",
        lambda route: (
            route.fulfill(body="<h1>Welcome to the hotel</h1>") if route.request.method == "POST" else route.continue_()
        ),
    )

    enter_round(ana, "7", "out")

    expect(ana.locator(WAITING)).to_have_count(1)
    ana.context.unroute("**/rounds/2")
    expect_row(ana, "8-8", ["7", "0"])


def test_two_tabs_send_an_entry_once(ana: Page, server: Server) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    tab = ana.context.new_page()
    tab.goto(game)
    go_offline(ana)
    enter_round(ana, "7", "out")
    go_offline(ana, is_offline=False)
    tab.reload()

    expect(tab.locator("#outbox")).to_be_hidden()
    expect(ana.locator("#outbox")).to_be_hidden()
    assert ana.request.get(f"{game}/log").text().count("Round 2, Ana: 7") == 1


def test_a_number_that_is_typed_again_while_the_first_is_sent_is_not_lost(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    routes: list[Route] = []
    ana.route(
        "**/rounds/2",
        lambda route: route.continue_() if routes or route.request.method == "GET" else routes.append(route),
    )
    with ana.expect_request(lambda request: request.method == "POST"):
        enter_round(ana, "7", "out")

    fill_hand(ana, "Ana", "8")
    tap_enter(ana)
    tap_enter(ana)
    routes[0].continue_()

    ana.wait_for_url(game)
    expect(ana.get_by_text("Not entered yet: there is a question for you.")).to_be_visible()
    assert waiting(ana)[0].startswith("Scores for round 2 Ana 8, Ben out")
    expect_row(ana, "8-8", ["7", "0"])


def test_an_entry_that_waited_behind_another_stays_while_its_question_is_open(ana: Page) -> None:
    game = ana.url
    enter_two_offline(ana, ("7", "out"), ("20", "30"))
    go_offline(ana, is_offline=False)
    ana.wait_for_url(game)
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_text("Nobody went out.")).to_be_visible()

    ana.goto(game)

    expect(ana.get_by_text("Not entered yet: there is a question for you.")).to_be_visible()
    assert waiting(ana)[0].startswith("Scores for round 3 Ana 20, Ben 30")


def test_a_page_from_the_past_does_not_write_over_what_waits(ana: Page) -> None:
    """The service worker or the browser's cache may serve the same page twice, with the same tokens."""
    address = f"{ana.url}/rounds/2"
    page = ana.request.get(address).text()
    ana.context.route(
        "**/rounds/2",
        lambda route: (
            route.abort() if route.request.method == "POST" else route.fulfill(body=page, content_type="text/html")
        ),
    )
    for name, pips in (("Ana", "7"), ("Ben", "9")):
        ana.goto(address)
        fill_hand(ana, name, pips)
        tap_enter(ana)
        expect(ana.locator(WAITING, has_text=f"{name} {pips}")).to_have_count(1)

    expect(ana.locator(WAITING)).to_have_count(2)


def test_a_penalty_that_waits_shows_its_pips(ana: Page) -> None:
    ana.goto(f"{ana.url}/changes")
    go_offline(ana)
    ana.get_by_text("Add a penalty").click()
    ana.locator("#penalty-seat").select_option("Ana")
    ana.get_by_label("Pips").fill("30")
    ana.get_by_label("Reason").fill("Late")
    ana.get_by_role("button", name="Add it to the total").click()

    expect(ana.locator(WAITING)).to_have_count(1)
    assert waiting(ana)[0].startswith("Add a penalty or a bonus Ana, 30, Late")


SLOW_STORE = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...named) {
  const asked = open.apply(this, named), later = {};
  asked.onupgradeneeded = () => { later.result = asked.result; later.onupgradeneeded?.(); };
  asked.onsuccess = () => setTimeout(() => { later.result = asked.result; later.onsuccess(); }, 700);
  return later;
};
"""


def test_an_answer_to_a_question_is_sent_though_the_phone_is_slow(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    go_offline(ana)
    enter_round(ana, "20", "30")
    expect(ana.locator(WAITING)).to_have_count(1)
    go_offline(ana, is_offline=False)
    ana.wait_for_load_state()
    ana.goto(game)
    ana.add_init_script(SLOW_STORE)
    ana.get_by_role("button", name="Look at it").click()

    ana.get_by_role("button", name="Yes, enter it").click()

    expect_row(ana, "8-8", ["20", "30"])


def test_what_was_shown_as_waiting_stays_while_its_question_is_open(ana: Page) -> None:
    game = ana.url
    ana.goto(f"{game}/rounds/2")
    routes: list[Route] = []
    ana.route(
        "**/rounds/2",
        lambda route: route.continue_() if routes or route.request.method == "GET" else routes.append(route),
    )
    enter_round(ana, "20", "30")
    expect(ana.locator(WAITING)).to_have_count(1)
    routes[0].continue_()
    expect(ana.get_by_text("Nobody went out.")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()

    ana.goto(game)

    expect(ana.get_by_text("Not entered yet: there is a question for you.")).to_be_visible()
    assert waiting(ana)[0].startswith("Scores for round 2 Ana 20, Ben 30")


def test_a_question_uses_its_own_numbers_and_not_those_of_a_question_that_was_left(ana: Page) -> None:
    game, address = ana.url, f"{ana.url}/rounds/2"
    page = ana.request.get(address).text()
    ana.context.route(
        "**/rounds/2",
        lambda route: (
            route.abort() if route.request.method == "POST" else route.fulfill(body=page, content_type="text/html")
        ),
    )
    for pips in ("7", "9"):
        ana.goto(address)
        fill_hand(ana, "Ana", pips)
        tap_enter(ana)
        expect(ana.locator(WAITING, has_text=f"Ana {pips}")).to_have_count(1)
    ana.context.unroute_all()
    field = next(name for name in forms_of(ana, address) if name.endswith("-left"))
    send(ana, address, **{field: "30"})
    ana.goto(game)
    ana.get_by_role("button", name="Look at it").click()
    expect(ana.get_by_role("button", name="Use 7")).to_be_visible()
    ana.goto(game)
    first = ana.locator("#outbox .waits", has_text="Ana 7")
    first.locator("summary", has_text="Throw away").click()
    first.get_by_role("button", name="Yes, throw it away").click()
    expect(first).to_have_count(0)
    ana.get_by_role("button", name="Look at it").click()

    ana.get_by_role("button", name="Use 9").click()

    expect_row(ana, "8-8", {0: "9"})
