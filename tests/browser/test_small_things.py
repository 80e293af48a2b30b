"""Small things that newcomers noticed first: rows that jump, tiles split at the hyphen, keys and dots out of line."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import play_a_round, start_game
from tests.browser.test_pages import broken_words
from tests.conftest import sure

# The widths at which a line of text ends in another place.
WIDTHS = range(300, 400, 4)


def middle(part: Locator) -> tuple[float, float]:
    box = sure(part.first.bounding_box())
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_no_tile_breaks_at_its_hyphen(page: Page) -> None:
    start_game(page, ["Ana", "Ben", "Cai"])
    broken_tiles = set()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        broken_tiles |= {(width, tile) for tile in broken_words(page, r"\d+[\-\u2011]\d+")}

    assert broken_tiles == set()


def test_zero_lies_below_the_eight_as_on_every_phone(page: Page) -> None:
    page.goto(f"{start_game(page, ['Ana', 'Ben', 'Cai'])}/rounds/1")

    eight, zero = (middle(page.locator(f"[data-key='{key}']")) for key in "80")

    assert abs(eight[0] - zero[0]) < 2
    assert zero[1] > eight[1]


def test_the_dot_of_a_choice_stands_beside_its_first_line(page: Page) -> None:
    page.goto("/start-tournament")

    for choice in page.locator(".choice").all()[:3]:
        dot, word = (middle(choice.locator(part)) for part in ("input", "strong"))
        assert abs(dot[1] - word[1]) < 2


def test_places_are_plain_numbers_and_the_button_of_undo_keeps_its_height_whatever_was_done(page: Page) -> None:
    game = play_a_round(page, ["Ana", "Ben", "Cai"], ("out", "34", "3"))
    expect(page.locator("tfoot tr", has_text="Place")).to_contain_text("132")
    assert "." not in page.locator("tfoot").inner_text()
    page.goto(f"{game}/changes")
    page.locator("form[action$='/rules'] [name=engines]").evaluate(
        "(one) => { one.value = '9 8 7 6 5 4 3 2 1'; one.form.requestSubmit(); }"
    )
    page.wait_for_url(game)

    assert sure(page.locator("form[action$='/undo'] button").bounding_box())["height"] <= 64
