"""Entries that need a decision and forms that cannot wait: what may overtake them, and what happens if somebody leaves one."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import expect_row, send
from tests.browser.test_outbox import SHEET, WAITING, ana, enter_round, enter_two_offline, forms_of, go_offline, waiting

__all__ = ["ana"]

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


def test_a_form_that_cannot_wait_says_that_it_needs_a_connection(ana: Page) -> None:
    go_offline(ana)

    ana.get_by_role("button", name=re.compile("^Undo")).click()

    expect(ana.get_by_text("This only works with a connection")).to_be_visible()
    assert SHEET.search(ana.url)


def test_an_entry_that_needs_somebody_does_not_hold_up_what_does_not_need_it(ana: Page) -> None:
    game = ana.url
    enter_two_offline(ana, ("7", "out"), ("20", "out"))
    fields = forms_of(ana, f"{game}/rounds/2")
    hands = [name for name in fields if name.endswith("-left")]
    send(ana, f"{game}/rounds/2", **{hands[0]: "30", hands[1].replace("left", "out"): "y"})
    go_offline(ana, is_offline=False)

    expect(ana.locator(WAITING)).to_have_count(1)
    expect(ana.get_by_text("Not entered yet: there is a question for you.")).to_be_visible()
    ana.goto(game)
    expect_row(ana, "8-8", ["30", "0"])
    expect_row(ana, "7-7", ["20", "0"])


def test_leaving_the_question_about_a_move_throws_it_away(ana: Page) -> None:
    ana.goto(f"{ana.url}/rounds/2/table")
    ana.locator("label.choice", has_text="Ana").click()
    ana.get_by_role("button", name="Track the moves").click()
    go_offline(ana)
    ana.get_by_text("Type it instead").click()
    ana.get_by_label("A move in notation").fill("A 7-3@A")
    ana.locator(".type").get_by_role("button", name="Enter").click()
    expect(ana.locator(WAITING)).to_have_count(1)
    go_offline(ana, is_offline=False)
    ana.get_by_role("button", name="Look at it").click()

    ana.get_by_role("link", name="Do not enter it").click()

    expect(ana.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(ana.locator("#outbox")).to_be_hidden()


def test_a_number_that_is_typed_again_while_a_question_is_on_its_way_is_not_lost(ana: Page) -> None:
    ana.goto(f"{ana.url}/rounds/2")
    ana.evaluate(TYPE_AGAIN_MEANWHILE)

    enter_round(ana, "20", "30")

    expect(ana.get_by_role("button", name="Yes, enter it")).to_be_visible()
    expect(ana.locator(WAITING)).to_have_count(1)
    assert waiting(ana)[0].startswith("Scores for round 2 Ana 21, Ben 30")
