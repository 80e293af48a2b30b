"""History in a browser.

Figures link to their games, pictures are drawn, sheets print, and files are exported and imported.
"""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Colours, NewPhone, open_more, play_a_round, send_round, start_game
from tests.conftest import sure

NAMES = ["Ana", "Ben", "Cai"]


@pytest.fixture
def game(page: Page) -> str:
    """The address of a game of one round, played on the page."""
    return play_a_round(page, NAMES, ("out", "34", "12+11"), engines="0")


@pytest.fixture
def club(page: Page, game: str) -> Page:
    """The phone on the page of the game's club."""
    page.goto("/")
    page.get_by_role("link", name="Ana’s table").click()
    return page


def test_a_figure_is_tapped_and_shows_its_games(club: Page) -> None:
    club.get_by_role("link", name="Statistics").click()
    club.get_by_role("link", name="Ana", exact=True).first.click()
    figures = club.locator("dd").all_inner_texts()
    assert figures[:8] == ["1", "1", "0.0", "0.0", "1", "0", "0", "1"]
    assert float(figures[8]) > 25

    club.locator("dd a").nth(1).click()

    assert "Ana’s games" in club.inner_text("h1")
    assert "Ana won" in club.inner_text("main")
    assert "Ana: 0 pips, out in 1 of 1 rounds" in club.inner_text("main")


@pytest.mark.parametrize("light", ["light", "dark"])
def test_every_picture_shows(club: Page, game: str, light: Colours) -> None:
    club.emulate_media(color_scheme=light)
    club.goto(f"{game}/pictures")

    club.wait_for_function("[...document.images].every((one) => one.complete)")
    assert club.evaluate("[...document.querySelectorAll('main img')].map((one) => one.naturalWidth > 0)") == [True] * 5


def assert_one_page(page: Page, game: str) -> None:
    for query in ("", "?empty=1"):
        page.goto(f"{game}/print{query}")
        for paper in ("A4", "Letter"):
            assert page.pdf(format=paper).count(b"/Type /Page\n") == 1, (query, paper)


def test_paper_is_one_page_with_scores_and_without(club: Page, game: str) -> None:
    assert_one_page(club, game)


@pytest.mark.parametrize(("highest", "players"), [(15, 12), (18, 16)])
def test_a_bigger_set_and_sixteen_players_are_one_page_too(page: Page, highest: int, players: int) -> None:
    rules = f"double-twelve[highest={highest}]"
    names = [f"{'Player' if at % 3 else 'Bartholomew'} {at}" for at in range(players)]
    game = start_game(page, names, rules, made=rules, made_name="Ours", asked="1")
    for number in range(1, highest + 2):
        send_round(page, game, number, "out", *["34"] * (players - 1))
    assert_one_page(page, game)


def test_a_club_goes_to_another_house_in_a_file(club: Page, new_phone: NewPhone, tmp_path: Path) -> None:
    open_more(club)
    with club.expect_download() as download:
        club.get_by_role("link", name="Download the club").click()
    file = tmp_path / "club.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["nights"][0]["games"]

    stranger = new_phone()
    stranger.goto("/")
    stranger.get_by_role("link", name="Import a club or scores").click()
    stranger.get_by_label("The file").set_input_files(file)
    stranger.get_by_role("button", name="See what is in the file").click()
    assert "New games" in stranger.inner_text("main")
    stranger.get_by_role("button", name="Import it").click()

    assert "Everything was imported." in stranger.inner_text("main")
    stranger.get_by_role("link", name="Statistics").click()
    assert stranger.get_by_role("link", name="Ana", exact=True).first.is_visible()


def test_a_game_of_many_has_a_picture_that_names_them_all(page: Page) -> None:
    names = ["Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal"]
    game = play_a_round(page, names, ("out", *"1234567"), rules="double-twelve")

    picture = sure(page.goto(f"{game}/pictures/totals.svg")).text()

    assert [name for name in names if f">{name}<" not in picture] == []
    page.goto(f"{game}/pictures")
    scale = page.locator("img.picture").first.evaluate("one => one.clientWidth / 400")
    smallest_size = min(float(size) for size in re.findall(r'font-size="(\d+)"', picture))
    assert smallest_size * scale >= 12


def test_numbers_that_are_links_look_like_numbers_until_they_are_pointed_at(club: Page) -> None:
    club.goto(f"{club.url}/statistics")
    number = club.locator("td a", has_text="1").first
    script = "one => getComputedStyle(one).textDecorationLine"

    club.get_by_text("Tap a number to see the games behind it").wait_for()
    assert number.evaluate(script) == "none"
    number.hover()
    assert number.evaluate(script) == "underline"
    box = number.bounding_box()
    assert box and box["height"] >= 44 and box["width"] >= 44
