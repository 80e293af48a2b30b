"""Undo and Redo on phones: after each kind of act, with a move replaced in one step, and with a line that no longer fits."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone, enter, expect_row, fill_hand, play_a_round, say_name, share_link
from tests.browser.test_kept_rounds import BoardKeeper
from tests.conftest import sure

NAMES = ["Ana", "Ben", "Cai"]


@pytest.fixture
def ana(page: Page) -> Page:
    """A phone with the first round entered."""
    play_a_round(page, NAMES, ("out", "34", "5"))
    return page


@pytest.fixture
def game(ana: Page) -> str:
    return ana.url


def undo(page: Page, deed: str) -> None:
    page.get_by_role("button", name=f"Undo: {deed}", exact=True).click()


def redo(page: Page, deed: str) -> None:
    page.get_by_role("button", name=f"Put it back {deed}", exact=True).click()


def correct(page: Page, game: str) -> None:
    page.goto(f"{game}/rounds/1")
    fill_hand(page, "Ben", "43")
    enter(page)


def change(page: Page, game: str, part: str, *steps: str) -> None:
    """Open a part of the changes, fill in each `#field=value`, and tap the button of every other step."""
    page.goto(f"{game}/changes")
    page.locator("summary", has_text=part).click()
    for step in steps:
        field, _, value = step.partition("=")
        if field.endswith("-seat"):
            page.locator(field).select_option(value)
        elif field.startswith("#"):
            page.locator(field).fill(value)
        else:
            page.get_by_role("button", name=step, exact=True).click()


PENALTY = ("#penalty-seat=Ben", "#penalty-pips=10", "#penalty-reason=Peeked")
ARROWS = ("Move Cai up", "Move Cai up", "Move Ana down")
LATER_RULES = "Use these rules from the first round on"
STOP = ("Stop early", "Stop, and count it as it stands")
CHANGES = {
    "Ben: penalty of 10 in round 2. Peeked": ("Add a penalty or a bonus", *PENALTY, "Add it to the total"),
    "Eli joins in round 2, starting with 34": ("joins late", "#arrive-name=Eli", "Seat the player from round 2 on"),
    "Cai leaves before round 2": ("leaves early", "#leave-seat=Cai", "Take the player out and keep the total"),
    "Seats, clockwise: Cai, Ben and Ana": ("Change the seating", *ARROWS, "Done"),
    "Rules: double-nine; starting doubles: 9, 8, 7": ("Change the rules", "#mend-engines=9 8 7", LATER_RULES),
    "The game is stopped": STOP,
}


def shown(page: Page) -> list[str]:
    return page.locator(".sheet tr").all_inner_texts()


@pytest.mark.parametrize("words", ["Round 1, Ben: 43", *CHANGES])
def test_what_was_done_on_the_sheet_is_taken_back_and_brought_again(ana: Page, game: str, words: str) -> None:
    before = shown(ana)

    if words in CHANGES:
        change(ana, game, *CHANGES[words])
    else:
        correct(ana, game)
    expect(ana.get_by_role("button", name=f"Undo: {words}", exact=True)).to_be_visible()
    after = shown(ana)
    assert after != before

    undo(ana, words)
    expect(ana.get_by_role("button", name="Undo: Round 1: 3 scores")).to_be_visible()
    assert shown(ana) == before

    redo(ana, words)
    expect(ana.get_by_role("button", name=f"Put it back {words}")).to_have_count(0)
    assert shown(ana) == after


def test_a_game_that_was_continued_is_stopped_again_by_undo(ana: Page, game: str) -> None:
    change(ana, game, *STOP)
    ana.get_by_role("button", name="Continue this game today").click()

    undo(ana, "The game continues")
    expect(ana.get_by_text("Stopped after 1 round.")).to_be_visible()
    undo(ana, "The game is stopped")
    expect(ana.get_by_text("Round 2: put the 8-8")).to_be_visible()


@pytest.fixture
def keeper(new_phone: NewPhone) -> BoardKeeper:
    """A phone that has tracked the first round of a game of three up to Cai's first tile."""
    keeper = BoardKeeper(new_phone())
    keeper.begin(NAMES)
    keeper.lay("Ana", 7, 3)
    keeper.do("Ends the run", "Passes")
    keeper.lay("Cai", 5)
    return keeper


def strike(keeper: BoardKeeper, line: int) -> None:
    keeper.page.goto(f"{keeper.table}/moves")
    keeper.page.get_by_role("button", name=f"Cross out {line}", exact=True).click()
    keeper.page.wait_for_url(keeper.table)


def test_undo_at_the_table_takes_back_a_strike_and_then_the_move_before_it(keeper: BoardKeeper) -> None:
    strike(keeper, 3)

    undo(keeper.page, "line 3 crossed out (Ana 7-3)")
    keeper.says("Cai plays 9-5 on Cai’s train.")
    undo(keeper.page, "Cai 9-5")
    keeper.says("Cai starts with a run")
    undo(keeper.page, "Ben passes")
    redo(keeper.page, "Ben passes")
    redo(keeper.page, "Cai 9-5")
    keeper.says("Cai continues the run from the 5")
    expect(keeper.page.get_by_role("button", name="Put it back line 3 crossed out (Ana 7-3)")).to_be_visible()


def test_undo_on_the_sheet_is_about_the_sheet(keeper: BoardKeeper) -> None:
    keeper.page.goto(keeper.game)
    expect(keeper.page.get_by_role("button", name="Undo:")).to_have_count(0)
    correct(keeper.page, keeper.game)

    undo(keeper.page, "Round 1, Ben: 43")

    assert keeper.page.url == keeper.game
    keeper.page.goto(keeper.table)
    undo(keeper.page, "Cai 9-5")
    expect(keeper.page.get_by_role("button", name="Undo: Ben passes")).to_be_visible()


def test_every_phone_is_told_what_was_undone_and_by_whom_and_can_put_it_back(
    ana: Page, game: str, new_phone: NewPhone
) -> None:
    undo(ana, "Round 1: 3 scores")
    expect(ana.get_by_text("Ana undid: Round 1: Ana out, Ben 34, Cai 5")).to_be_visible()
    ben = new_phone()
    ben.goto(share_link(ana, game, "Scorekeepers"))
    ben.goto(game)

    expect(ben.get_by_text("Ana undid: Round 1: Ana out, Ben 34, Cai 5")).to_be_visible()
    redo(ben, "Round 1: Ana out, Ben 34, Cai 5")

    expect_row(ben, "9-9", ["0", "34", "5"])
    expect(ana.locator("#live")).not_to_contain_text("undid")
    expect_row(ana, "9-9", ["0", "34", "5"])


def test_what_a_second_phone_did_in_between_is_named_and_stands(ana: Page, game: str, new_phone: NewPhone) -> None:
    ben = new_phone()
    ben.goto(share_link(ana, game, "Scorekeepers"))
    # Ana's page has not heard of it yet.
    ana.route("**/sheet?*", lambda route: route.abort())
    ben.goto(f"{game}/rounds/2")
    say_name(ben, "Ben")
    fill_hand(ben, "Ben", "8")
    enter(ben)
    ben.wait_for_url(game)

    undo(ana, "Round 1: 3 scores")

    expect(ana.get_by_role("heading", name="Nothing was changed")).to_be_visible()
    expect(ana.get_by_role("alert")).to_contain_text("Round 2, Ben: 8 Ben")
    ana.unroute("**/sheet?*")
    ana.get_by_role("link", name="The sheet", exact=True).click()
    expect_row(ana, "9-9", ["0", "34", "5"])
    undo(ana, "Round 2, Ben: 8")
    expect(ana.get_by_role("button", name="Undo: Round 1: 3 scores")).to_be_visible()


def test_a_move_is_changed_in_one_step(keeper: BoardKeeper) -> None:
    keeper.page.goto(f"{keeper.table}/moves")
    line = keeper.page.locator("li", has_text="C 9-5@C")
    line.get_by_role("link", name=re.compile("Change the move on line")).click()
    expect(keeper.page.get_by_label("Change this move")).to_have_value("C 9-5@C")
    keeper.page.get_by_label("Change this move").fill("C 9-7@M")
    keeper.page.get_by_role("button", name="Enter", exact=True).click()
    expect(keeper.page.locator(".asked")).to_be_in_viewport()
    keeper.page.get_by_label("Change this move").fill("C 9-4@C")
    keeper.page.get_by_role("button", name="Enter", exact=True).click()

    keeper.says("Cai continues the run from the 4")
    expect(keeper.page.get_by_role("button", name="Undo: line 6 changed to Cai 9-4")).to_be_visible()
    # Any other address would show the past.
    expect(keeper.page).to_have_url(keeper.table)


def test_after_a_strike_the_board_stays_in_sight_under_one_message(keeper: BoardKeeper) -> None:
    keeper.do("Ends the run")
    for _ in range(5):
        for _ in NAMES:
            keeper.do("Draws", "Passes")

    strike(keeper, 5)

    expect(keeper.page.locator(".error:visible")).to_have_count(1)
    keeper.says("Line 6 no longer fits. It is Ben’s turn, not Cai’s.")
    box = sure(keeper.page.locator(".train").first.bounding_box())
    assert box["y"] + box["height"] < 740
    keeper.page.locator("summary", has_text="later lines are waiting for this one").click()
    expect(keeper.page.locator(".broken li").first).to_be_visible()

    with keeper.page.expect_navigation():
        keeper.page.get_by_role("link", name="Replace line 5").click()
    keeper.do("Passes")
    expect(keeper.page.locator("#live")).not_to_contain_text("no longer fits")
