"""The form for the tiles in a photo: what counts as an answer, what is refused, and what no page would send."""

import pytest

from forms.photos import MOST_TILES
from tests.phone import Phone
from tests.views.conftest import keep, move
from tests.views.game.conftest import refused, see, tiles_of


def test_a_tile_that_is_hard_to_read_has_to_be_answered(ana: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7", "4-1", unsure=("4-1",))
    assert "Hard to read." in ana.text
    assert ana.page.text.count('class="mark doubtful"') == 1
    assert ana.page.text.count('class="seen-tile doubtful"') == 1

    refused(ana, **tiles_of("9-7", "4-1"))
    assert "Check every marked tile first" in ana.text
    refused(ana, **tiles_of("9-7"), **{"tiles-1-high": "", "tiles-1-low": ""})
    assert "Choose both numbers, or remove this tile." in ana.text

    ana.send_on(**tiles_of("9-7", "4-1"), **{"tiles-1-right": "4-1"})


@pytest.mark.parametrize(("answer", "score"), [({"tiles-1-low": "2"}, "22 9-7 4-2"), ({"tiles-1-gone": "y"}, "16 9-7")])
def test_tiles_may_be_changed(ana: Phone, at: str, reader: list[bytes], answer: dict[str, str], score: str) -> None:
    see(ana, at, reader, "9-7", "4-1", unsure=("4-1",))

    ana.send_on(**tiles_of("9-7", "4-1") | answer)

    assert score in ana.text


def test_a_tick_counts_only_for_the_tile_that_it_was_given(ana: Phone, game: str, at: str, reader: list[bytes]) -> None:
    move(ana, keep(ana, game), "A 9-7@A")
    see(ana, at, reader, "4-1", unsure=("4-1",))

    refused(ana, **tiles_of("9-7"), **{"tiles-0-right": "4-1"})

    assert "This tile is already somewhere else: on the table." in ana.text
    assert "Check every marked tile first" in ana.text


def test_a_tile_twice_in_a_photo_is_doubtful_and_cannot_be_entered(ana: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7", "9-7")
    assert ana.text.count("This tile is here twice.") == 2

    refused(ana, **tiles_of("9-7", "9-7"), **{"tiles-0-right": "9-7", "tiles-1-right": "9-7"})

    assert "The 9-7 was counted twice" in ana.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"high": "9", "low": ""}, "Choose both numbers, or remove this tile."),
        ({"high": "12", "low": "7", "right": "y"}, "Not in this set."),
        ({"high": "9", "low": "7", "gone": "y"}, "No tiles are listed."),
        *(({"high": number, "low": "1"}, "") for number in ("13", "x", "-1", "9" * 400)),
    ],
)
def test_odd_tiles_are_refused(ana: Phone, at: str, reader: list[bytes], fields: dict[str, str], said: str) -> None:
    see(ana, at, reader, "9-7")

    refused(ana, **{f"tiles-0-{name}": value for name, value in fields.items()})

    assert said in ana.text


def test_a_tile_is_added_without_a_script(ana: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7")

    ana.page = ana.send(**tiles_of("9-7"), add="y")
    assert ana.page.status_code == 200
    assert "tiles-1-read" in ana.fields
    ana.send_on("", ("add",), **tiles_of("9-7", "6-6"))

    assert "28 9-7 6-6" in ana.text


def test_far_too_many_tiles_are_cut_and_not_added_to(ana: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, *["9-7"] * 250)
    assert ana.text.count("This tile is here twice.") == MOST_TILES

    ana.page = ana.send(**tiles_of(*["9-7"] * MOST_TILES), add="y")

    assert ana.page.status_code == 200
    assert f"tiles-{MOST_TILES}-read" not in ana.fields


@pytest.mark.parametrize("name", ["tiles-²-high", f"tiles-{'9' * 5000}-high", "tiles-x-high"])
def test_a_field_that_no_page_has_made_is_a_bad_request(ana: Phone, at: str, reader: list[bytes], name: str) -> None:
    see(ana, at, reader, "9-7")

    assert ana.send(**{name: "1"}).status_code == 400
