"""The leaderboard on a TV: everything is on the screen, for two and for eight players, and nobody has to scroll."""

import pytest
from playwright.sync_api import Page

from proofs.page import fields_of
from tests.browser.conftest import NewPhone, play_a_round, send, send_round, start_game
from tests.conftest import sure

LONG = [f"{letter}aximiliana Theodora" for letter in "MBCDFGHK"]
OFF_SCREEN = """() => [...document.querySelectorAll("#live *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return !one.closest(".vh, svg") && box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1);
}).map((one) => one.outerHTML.slice(0, 80))"""
CUT_OFF = """() => [...document.querySelectorAll(".leaders th span, .leaders td, .aside p")].filter((one) => {
  const [box, row] = [one.getBoundingClientRect(), (one.closest("tr") || one.parentElement).getBoundingClientRect()];
  return one.scrollWidth > one.clientWidth + 1 && one.clientWidth || box.bottom > row.bottom + 1 || box.top < row.top - 1;
}).map((one) => one.textContent)"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"


def assert_fits(page: Page) -> None:
    assert page.evaluate(OFF_SCREEN) == []
    assert page.evaluate(CUT_OFF) == []
    assert not page.evaluate(SCROLLS)
    assert page.locator("a:not(.skip), button").count() == 0


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("names", [["Ana", "Ben"], LONG], ids=["two", "eight"])
def test_the_leader_board_fits_the_screen(new_phone: NewPhone, size: tuple[int, int], names: list[str]) -> None:
    page = new_phone(*size)
    game = play_a_round(page, names, ("out", *["50"] * (len(names) - 1)), rules="double-twelve")

    page.goto(f"{game}/tv")

    assert_fits(page)
    rows = page.locator(".leaders tbody tr")
    assert rows.count() == len(names)
    box = sure(rows.last.bounding_box())
    assert box["y"] + box["height"] > 0.85 * size[1]
    assert rows.first.locator(".sum").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > size[1] / 18


def test_it_follows_the_game_by_itself_and_shows_who_went_out(new_phone: NewPhone) -> None:
    tv = new_phone(1280, 720)
    game = start_game(tv, ["Ana", "Ben"], me="Ana")
    tv.goto(f"{game}/tv")
    tv.get_by_text("put the 9-9 in the middle").wait_for()

    send_round(tv, game, 1, "12", "out")

    tv.get_by_text("Ben went out").wait_for()
    assert tv.locator(".leaders .leads th").inner_text() == "Ben"
    assert_fits(tv)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("players", "parts"), [(13, 1), (60, 3)])
def test_a_tournament_fits_the_screen_in_few_parts(
    new_phone: NewPhone, size: tuple[int, int], players: int, parts: int
) -> None:
    page = new_phone(*size)
    names = [f"Maximiliana Theodor {number}" for number in range(players)]
    hall = send(page, "/start-tournament", name="The Autumn Cup of the Harbour", players=", ".join(names), largest="5")
    filled = fields_of(page.request.get(f"{hall}/seating").text())
    assert page.request.post(f"{hall}/seating/lot", form={**filled, "me": "Ana"}).ok

    count = 0
    for part in range(1, parts + 1):
        page.goto(f"{hall}/tv?part={part}")
        assert_fits(page)
        count += page.locator(".hall-places tbody tr").count()

    assert count == players
    if parts > 1:
        assert f"Part {parts} of {parts}" in page.locator("#live").inner_text()
