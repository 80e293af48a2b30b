"""People arrive at the table.

A scanned link leads to the game, a game starts with the same people as last time, and a night gets its name.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    NewPhone,
    expect_row,
    play_a_round,
    send,
    set_letters,
    share_link,
    start_game,
    tap_enter,
)
from tests.browser.test_entering import tap
from tests.conftest import pick

NAMES = ["Ana", "Ben", "Cai", "Dee", "Eli"]
EIGHT = ["Bartholomew Featherstonehaugh", "Ana", "Wolfeschlegelsteinhausenb", "Cai", "Dee", "Eli", "Fay", "Gus"]

# True if the middle of the box is in sight and nothing lies over it.
IN_SIGHT = """(one) => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && (one === top || one.contains(top));
}"""


def _club(page: Page) -> str:
    """The address of the club's page."""
    return pick(r"/clubs/\w+", page.request.get("/").text())


@pytest.fixture
def ana(page: Page) -> Page:
    """Ana's phone on the sheet of a game of five."""
    start_game(page, NAMES)
    return page


def test_a_scanned_link_lands_in_the_game_and_seven_taps_later_a_score_is_entered(
    ana: Page, new_phone: NewPhone
) -> None:
    game, follower, cai = ana.url, new_phone(), new_phone()
    follower.goto(share_link(ana, game, "Everybody watching"))
    assert follower.url == f"{game}/follow"
    cai.goto(share_link(ana, game, "Scorekeepers"))
    assert cai.url == game

    cai.get_by_role("link", name="Enter scores for round 1", exact=True).click()
    # The list opens by one tap, and a second one chooses.
    cai.get_by_label("Who is using this phone?").select_option("Cai")
    # The cursor stays where the sheet begins.
    cai.get_by_role("group", name="Cai", exact=True).get_by_text("Cai", exact=True).click()
    tap(cai, "3", "4")
    tap_enter(cai)

    expect_row(cai, "9-9", {2: "34"})


def test_every_page_is_one_tap_from_the_sheet_in_play(ana: Page) -> None:
    game, club = ana.url, _club(ana)
    key = pick(r"/clubs/\w+/keys/\w+", ana.request.get(f"{club}/keys").text())
    night = pick(r"/nights/\w+", ana.request.get(club).text())

    for page in ("/", "/start", "/rulings", club, f"{club}/keys", key, f"{club}/nights", night, f"{club}/house-rules"):
        ana.goto(page)
        ana.get_by_role("link", name="The sheet", exact=True).click()
        assert ana.url == game, page


@pytest.mark.parametrize("names", [[], NAMES, EIGHT], ids=["new", "five", "eight"])
@pytest.mark.parametrize("size", [(360, 740), (320, 640)], ids=["360", "320"])
def test_start_is_in_sight_hides_nothing_and_plays_with_the_same_people_by_one_tap(
    new_phone: NewPhone, names: list[str], size: tuple[int, int]
) -> None:
    page = new_phone(*size)
    if names:
        play_a_round(page, names, ("out", *["1"] * (len(names) - 1)))
    page.goto("/start")
    start = page.get_by_role("button", name="Start", exact=True).last

    assert start.evaluate(IN_SIGHT)
    assert [name for field in page.locator("ol.names input").all() if (name := field.input_value())] == names
    bar = start.evaluate("(one) => one.closest('.bar').getBoundingClientRect().top")
    for field in page.locator("ol.names input:visible, .rule-sets input, summary:visible").all():
        field.focus()
        assert field.evaluate(IN_SIGHT) or field.evaluate("(one) => one.matches('.rule-sets input')")
        assert field.evaluate("(one) => one.getBoundingClientRect().bottom") <= bar
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    if names:
        start.click()
        page.wait_for_url("**/games/*")
        expect(page.locator(".sheet thead .name")).to_have_count(len(names))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_somebody_is_seated_by_a_tap_on_the_name(new_phone: NewPhone, scripts: bool) -> None:
    page = new_phone(scripts=scripts)
    start_game(page, NAMES)
    start_game(page, ["Ben", "Fay", "Cai", "Dee"])
    page.goto("/start")
    expect(page.locator("#players-4")).to_be_hidden()

    page.get_by_role("button", name="Add Ana").click()

    expect(page.locator("#players-4")).to_have_value("Ana")
    expect(page.locator("#players-4")).to_be_visible()
    expect(page.get_by_role("button", name="Add Ana")).to_have_count(0)
    page.get_by_role("button", name="Player 5 up").click()
    expect(page.locator("#players-3")).to_have_value("Ana")


def test_a_rule_set_is_a_line_that_says_more_when_it_is_opened(page: Page) -> None:
    page.goto("/start")
    lines = page.locator(".rule-sets > li")
    assert all(line.evaluate("(one) => one.offsetHeight") <= 60 for line in lines.all())
    expect(page.get_by_text("28 tiles, 7 rounds")).to_be_hidden()

    lines.filter(has_text="Double six").get_by_text("Details").click()
    expect(page.get_by_text("28 tiles, 7 rounds")).to_be_visible()
    page.get_by_role("radio", name="Double six").check()

    expect(page.get_by_role("radio", name="Double six")).to_be_checked()


def test_a_club_of_long_names_and_large_type_stays_on_the_screen(new_phone: NewPhone) -> None:
    page = new_phone(320, 640)
    start_game(page, EIGHT)
    club = _club(page)
    night = pick(r"/nights/\w+", page.request.get(club).text())
    send(page, f"{club}/keys", access="view", night=night.rpartition("/")[2], label="W" * 40)
    for address in ("/", "/start", club, f"{club}/keys", f"{club}/nights", night):
        page.goto(address)
        set_letters(page, 20)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, address


def test_enter_adds_seat_after_seat(page: Page) -> None:
    page.goto("/start")

    page.locator("#players-0").focus()
    names = [*EIGHT, *(name.upper() + "2" for name in EIGHT)]
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter") if name != names[-1] else None

    assert [field.input_value() for field in page.locator("ol.names input").all()] == names
    expect(page.get_by_text("Add a player", exact=True).locator("visible=true")).to_have_count(0)
