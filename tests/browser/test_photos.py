"""A photo of the tiles on a phone: it is shrunk, read, corrected, entered and undone."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from proofs.eyes.drawn_photos import draw_photo
from rules import read_tiles
from tests.browser.conftest import NewPhone, fill_hand, open_scores, start_game, start_scoring
from tests.browser.test_pages import look_over
from tests.conftest import sure

NAMES = ["Ana", "Ben", "Cai"]
PICTURE = """async () => {
  const picture = document.querySelector("[data-picture] img");
  await picture.decode();
  return [Math.max(picture.naturalWidth, picture.naturalHeight), atob(picture.src.split(",")[1])];
}"""
# A camera writes such a part into a JPEG, here with the place of a kitchen.
EXIF = b"\xff\xe1\x00\x22Exif\x00\x00 51.5007 N 0.1246 W \x00\x00\x00"


def camera_file(folder: Path, tiles: str, larger: float = 1) -> Path:
    """A photo of these tiles as a camera stores it, with the place where it was taken."""
    photo = draw_photo(read_tiles(tiles))
    if larger != 1:
        picture = cv2.resize(sure(cv2.imdecode(np.frombuffer(photo, np.uint8), 1)), None, fx=larger, fy=larger)
        photo = cv2.imencode(".jpg", picture)[1].tobytes()
    path = folder / "photo.jpg"
    path.write_bytes(photo[:2] + EXIF + photo[2:])
    return path


def photograph(page: Page, name: str, photo: Path) -> None:
    """Tap Photo next to somebody's score, choose the photo, and wait until it has been read."""
    page.get_by_role("group", name=name, exact=True).get_by_role("textbox").focus()
    page.get_by_role("button", name="photo", exact=True).click()
    send_photo(page, photo)


def send_photo(page: Page, photo: Path) -> None:
    """Choose the photo on the page that asks for one, and wait until it has been read."""
    for _ in range(3):
        page.locator("input[type=file]").set_input_files(photo)
        expect(page.locator("[data-asking], .error[role=alert]")).to_have_count(1)
        # A busy machine may take longer than a photo may.
        if not page.get_by_text("This photo took too long to read.").count():
            break
    expect(page.locator(".error[role=alert]")).to_have_count(0)


def count_of(page: Page) -> Locator:
    return page.locator("output[data-count]")


def tap_half(page: Page, tile: int, half: str) -> None:
    """Tap the middle of one half of a tile in the picture."""
    circle = page.locator(f"[data-mark='{tile}'] [data-half={half}] circle")
    circle.scroll_into_view_if_needed()
    box = sure(circle.bounding_box())
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tap_tile(page: Page) -> None:
    """Enter the 6-6 as Ana's by tapping it."""
    page.get_by_role("button", name="tiles", exact=True).click()
    page.locator(".tile:has([value='6-6'])").click()
    page.get_by_role("button", name="Enter", exact=True).last.click()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return camera_file(tmp_path, "9-7 6-6 4-1 5-3")


def test_a_photo_is_put_right_entered_and_undone(page: Page, photo: Path) -> None:
    game = start_scoring(page, NAMES, me="Ana")
    tap_tile(page)
    fill_hand(page, "Cai", "out")
    photograph(page, "Ben", photo)
    expect(count_of(page)).to_have_text("4 tiles, 41 pips.")
    expect(page.get_by_text("Is that all of them?")).to_be_visible()
    marks = page.locator(".mark.doubtful")
    expect(marks).not_to_have_count(0)
    expect(page.get_by_text("This tile is already somewhere else: Ana.")).to_be_visible()

    # Enter leads to the doubtful tile. It is the 6-5, and the others are right.
    page.locator("[data-enter]").click()
    expect(page.locator("[data-tile-pad]")).to_be_visible()
    texts = page.locator("[data-tile]").all_inner_texts()
    tap_half(page, next(place for place, text in enumerate(texts) if "somewhere else" in text), "low")
    page.locator("[data-number='5']").click()
    for box in page.locator("[name$=-right]:not(:checked)").all():
        box.check()
    expect(marks).to_have_count(0)
    expect(count_of(page)).to_have_text("4 tiles, 40 pips.")

    # One that the reader missed, on the empty table at the right.
    frame = sure(page.locator(".marks").bounding_box())
    page.mouse.click(frame["x"] + frame["width"] - 5, frame["y"] + frame["height"] - 5)
    page.locator("[data-number='2']").click()
    page.locator("[data-number='0']").click()
    expect(count_of(page)).to_have_text("5 tiles, 42 pips.")
    page.locator("[data-enter]").click()

    page.wait_for_url("**/rounds/1")
    expect(page.locator("body")).to_contain_text("9-7 6-5 5-3 4-1 2-0")
    page.goto(game)
    assert "42" in page.locator(".sheet").inner_text()
    page.get_by_role("button", name="Undo:").click()
    expect(page.locator(".sheet")).not_to_contain_text("42")


def test_the_phone_makes_a_photo_small_drops_what_the_camera_wrote_and_has_its_tiles_corrected(
    page: Page, tmp_path: Path
) -> None:
    open_scores(page, start_game(page, NAMES), 1)

    photograph(page, "Ana", camera_file(tmp_path, "9-7 6-6 4-1 5-3", larger=4))

    size, data = page.evaluate(PICTURE)
    assert size == 1600
    assert "Exif" not in data and "51.5007" not in data

    page.reload()
    expect(page.locator("[data-picture] img")).to_be_visible()
    expect(page.locator(".mark")).to_have_count(4)
    # A tile is removed, put back and added in the list.
    tap_half(page, 0, "high")
    page.locator("[data-remove]").click()
    expect(count_of(page)).to_contain_text("3 tiles")
    expect(page.locator("[data-mark='0']")).to_be_hidden()
    page.get_by_role("button", name="Put it back").click()
    expect(count_of(page)).to_contain_text("4 tiles")
    page.get_by_role("button", name="Add a tile").click()
    page.get_by_label("First number of tile 5").select_option("8")
    page.get_by_label("Second number of tile 5").select_option("8")

    expect(count_of(page)).to_have_text("5 tiles, 57 pips.")


def test_without_scripts_the_photo_goes_as_it_is_and_the_list_is_the_form(new_phone: NewPhone, photo: Path) -> None:
    page = new_phone(scripts=False)
    start_scoring(page, NAMES)
    page.get_by_role("button", name="tap tiles Ben").click()
    page.get_by_role("link", name="Take a photo instead").click()
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read the photo").click()
    expect(page.locator("[data-asking]")).to_have_count(1)
    expect(page.locator("[data-tile]")).to_have_count(4)
    expect(page.locator("[data-picture]")).to_have_count(0)

    for box in page.locator("[name$=-right]").all():
        box.check()
    page.locator("[data-enter]").click()

    page.wait_for_url("**/rounds/1")
    expect(page.locator("body")).to_contain_text("9-7 6-6 5-3 4-1")


def test_the_pages_of_photos_keep_nobody_out(page: Page, photo: Path) -> None:
    start_scoring(page, NAMES)
    tap_tile(page)
    page.get_by_role("group", name="Ben", exact=True).get_by_role("textbox").focus()
    page.get_by_role("button", name="photo", exact=True).click()
    findings = look_over(page)
    send_photo(page, photo)
    expect(page.locator(".mark.doubtful")).not_to_have_count(0)
    findings += look_over(page)
    page.set_viewport_size({"width": 360, "height": 740})
    tap_half(page, 0, "high")
    findings += look_over(page)

    assert findings == []
