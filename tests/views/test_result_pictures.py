"""Pictures of results are drawn once for each version, one at a time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from views.shared import pictures
from views.shared.pictures import MOST_DRAWN, draw_png, version_of


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The SVGs drawn so far. Drawing is slow, and drawing two at the same time is an error."""
    svgs: list[str] = []
    lock = threading.Lock()

    def draw(svg_string: str, **_options: Any) -> bytes:
        assert lock.acquire(blocking=False), "two pictures are drawn at once"
        svgs.append(svg_string)
        time.sleep(0.02)
        lock.release()
        return f"drawn {svg_string}".encode()

    monkeypatch.setattr(pictures, "svg_to_bytes", draw)
    monkeypatch.setattr(pictures, "_drawn", type(pictures._drawn)())
    return svgs


def test_eight_phones_that_ask_at_once_get_one_drawing(drawn: list[str]) -> None:
    with ThreadPoolExecutor(8) as phones:
        assert [*phones.map(draw_png, "aaaaaaaa")] == [b"drawn a"] * 8

    assert drawn == ["a"]


def test_different_pictures_are_drawn_one_after_the_other(drawn: list[str]) -> None:
    with ThreadPoolExecutor(8) as phones:
        assert [*phones.map(draw_png, "abcdabcd")] == [f"drawn {letter}".encode() for letter in "abcdabcd"]

    assert sorted(drawn) == ["a", "b", "c", "d"]


def test_only_the_last_ones_are_remembered(drawn: list[str]) -> None:
    for number in range(MOST_DRAWN + 1):
        draw_png(str(number))
    draw_png(str(MOST_DRAWN))
    assert len(drawn) == MOST_DRAWN + 1

    draw_png("0")
    assert len(drawn) == MOST_DRAWN + 2
    assert len(pictures._drawn) == MOST_DRAWN


def test_a_picture_that_cannot_be_drawn_blocks_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError):
        draw_png("this is no picture")

    assert draw_png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').startswith(b"\x89PNG")


def test_a_version_follows_what_is_drawn() -> None:
    assert version_of("a") == version_of("a") != version_of("b")
    assert len(version_of("a")) == 16
