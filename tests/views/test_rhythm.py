"""How often pages ask for news: often for a minute after an entry, and seldom when no game is in play."""

from datetime import timedelta

import pytest

from models.store.columns import now
from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import do
from tests.views.conftest import Keeper
from views.shared.rhythm import lively_seconds


@pytest.mark.parametrize(("age", "seconds"), [(0, 60), (0.5, 60), (20, 40), (59.5, 1), (60, 0), (3600, 0), (-90, 60)])
def test_a_page_is_lively_until_a_minute_after_the_newest_entry(age: float, seconds: int) -> None:
    assert lively_seconds(now() - timedelta(seconds=age)) == seconds


def test_a_page_without_an_entry_is_not_lively() -> None:
    assert lively_seconds(None) == 0


@pytest.mark.parametrize("rest", ["", "/follow", "/tv"])
def test_pages_of_a_game_say_how_long_they_are_lively(ana: Phone, game: str, seats: list[str], rest: str) -> None:
    assert "data-lively" not in ana.open(game + rest).text

    do(ana, f"{game}/rounds/1", **{f"hand_{seats[0]}-left": "7"})

    assert 55 <= int(pick(r'id="live"[^>]* data-lively="(\d+)"', ana.open(game + rest).text)) <= 60


def test_a_kept_table_is_lively_after_a_move(ana: Phone, table: str) -> None:
    assert 55 <= int(pick(r'id="live"[^>]* data-lively="(\d+)"', ana.open(table).text)) <= 60


def test_the_board_of_a_tournament_is_lively_after_a_score(ana: Phone, hall: str, keeper: Keeper) -> None:
    for page in (hall, f"{hall}/tv"):
        assert 55 <= int(pick(r'id="live"[^>]* data-lively="(\d+)"', ana.open(page).text)) <= 60


def test_a_game_that_is_over_says_so(ana: Phone, game: str) -> None:
    assert "data-every" not in ana.open(game).text

    do(ana, f"{game}/changes", f"{game}/stop")

    for page in ("", "/follow", "/tv"):
        assert pick(r'id="live"[^>]* data-every="(\d+)"', ana.open(game + page).text) == "10"


def test_a_tv_with_one_part_asks_only_for_news(ana: Phone, hall: str) -> None:
    news = pick(r'hx-get="([^"]+/tv/part\?seen=[^"]+)"', ana.open(f"{hall}/tv").text)

    assert ana.open(news).status_code == 204
    assert ana.open(news.partition("?")[0]).status_code == 200
