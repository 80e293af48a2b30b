"""A hand scored by tapping the tiles that are left."""

import pytest

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import hand
from tests.views.game.conftest import enter, fill, refused


@pytest.fixture
def bens(game: str, seats: list[str]) -> str:
    """The address of the page on which Ben's tiles are tapped."""
    return f"{game}/rounds/1/seats/{seats[1]}"


def test_tapped_tiles_are_added_up_and_stay(ana: Phone, ben: Phone, game: str, bens: str) -> None:
    fill(ana, bens, tiles=["9-7", "4-1"])
    assert "21 9-7 4-1" in ana.text

    enter(ben, game, 1, "", "", "3")

    assert "Round 1, Ben: 21" in ben.read(f"{game}/log")
    assert ben.text.count("Round 1, Ben") == 1


def test_tiles_of_somebody_else_are_greyed_and_refused(ana: Phone, game: str, seats: list[str], bens: str) -> None:
    cais = f"{game}/rounds/1/seats/{seats[2]}"
    fill(ana, bens, tiles="9-7")

    assert 'value="9-7" data-pips="16" disabled' in ana.open(cais).text
    assert "9 7 Ben" in ana.text
    assert "9 9 in the middle" in ana.text

    refused(ana, cais, tiles=["9-7", "3-1"])
    assert "The 9-7 was counted twice" in ana.text
    assert 'value="3-1" data-pips="4" checked' in ana.page.text


@pytest.mark.parametrize("tiles", [[], ["99-1"], ["x"], ["9-7 9-8"]])
def test_tiles_that_are_none_are_refused(ana: Phone, bens: str, tiles: list[str]) -> None:
    refused(ana, bens, tiles=tiles)


def test_a_tile_may_be_written_with_spaces(ana: Phone, bens: str) -> None:
    fill(ana, bens, tiles="9 - 5")


def test_what_was_typed_is_entered_before_tiles_are_tapped(ana: Phone, game: str, seats: list[str], bens: str) -> None:
    fill(ana, f"{game}/rounds/1", tap=seats[1], **hand(seats[0], out=True), **hand(seats[2], "6"))

    assert ana.path == bens
    assert "so far 0 6 " in ana.read(game)


def test_a_score_that_came_second_is_asked_about(ana: Phone, ben: Phone, game: str, bens: str) -> None:
    ana.open(bens)
    fill(ben, bens, tiles="9-7")

    ana.page = ana.send(tiles="4-1")

    assert ana.page.status_code == 409
    assert ana.send(tiles="4-1").status_code == 409
    ana.send_on(tiles="4-1", seen=pick(r'name="seen" value="(\d+)">Use mine', ana.page.text))
    assert "so far 5" in ana.read(game)


def test_after_the_game_has_stopped_nothing_is_entered(ana: Phone, game: str, seats: list[str], bens: str) -> None:
    tiles, scores = ana.open(bens), ana.open(f"{game}/rounds/1")
    fill(ana, f"{game}/changes", f"{game}/stop")

    ana.page = tiles
    assert "stopped" in refused(ana, tiles="9-7").text
    ana.page = scores
    assert "stopped" in refused(ana, **hand(seats[1], "34")).text
    assert 'value="34"' in ana.page.text
