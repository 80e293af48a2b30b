"""The form for the tiles in a photo: what counts as an answer, and what no page would send."""

import pytest

from forms.photos import MOST_TILES
from tests.phone import Phone
from tests.photos import saying, send_photo
from tests.views.conftest import keep
from tests.views.game.test_photos import at, tiles_of

__all__ = ["at"]


def test_a_tick_counts_only_for_the_tile_that_it_was_given(ana: Phone, game: str, at: str, reader: list[bytes]) -> None:
    table = keep(ana, game)
    ana.send_on(table, move="A 9-7@A")
    reader.append(saying("4-1", unsure=("4-1",)))
    send_photo(ana, at)

    ana.page = ana.send(**tiles_of("9-7"), **{"tiles-0-right": "4-1"})

    assert ana.page.status_code == 422
    assert "This tile is already somewhere else: on the table." in ana.text
    assert "Check every marked tile first" in ana.text


def test_a_proposed_tile_does_not_go_without_remove(ana: Phone, at: str, reader: list[bytes]) -> None:
    reader.append(saying("9-7", "4-1", unsure=("4-1",)))
    send_photo(ana, at)

    ana.page = ana.send(**tiles_of("9-7"), **{"tiles-1-high": "", "tiles-1-low": ""})

    assert ana.page.status_code == 422
    assert "Choose both numbers, or remove this tile." in ana.text


def test_far_too_many_tiles_are_cut_and_not_added_to(ana: Phone, at: str, reader: list[bytes]) -> None:
    reader.append(saying(*["9-7"] * 250))
    send_photo(ana, at)
    assert ana.text.count("This tile is here twice.") == MOST_TILES

    ana.page = ana.send(**tiles_of(*["9-7"] * MOST_TILES), add="y")

    assert ana.page.status_code == 200
    assert f"tiles-{MOST_TILES}-read" not in ana.fields


@pytest.mark.parametrize("name", ["tiles-²-high", f"tiles-{'9' * 5000}-high", "tiles-x-high"])
def test_a_field_that_no_page_has_made_is_a_bad_request(ana: Phone, at: str, reader: list[bytes], name: str) -> None:
    reader.append(saying("9-7"))
    send_photo(ana, at)

    assert ana.client.post(ana.path, data=ana.fields | {name: "1"}).status_code == 400
