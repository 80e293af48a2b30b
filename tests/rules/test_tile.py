"""A tile, and a set of tiles."""

import pytest

from rules import NotationError, full_set, read_tile, read_tiles, tile, write_tiles


def test_a_tile_is_the_same_either_way_round() -> None:
    assert read_tile("4-9") == read_tile("9-4") == tile(4, 9)
    assert str(tile(4, 9)) == "9-4"


@pytest.mark.parametrize(
    "text", ["", "9", "9-", "-4", "9-4-1", "9 4", "a-b", "½-4", "19-1", "100-1", "9--4", "\x009-4"]
)
def test_what_is_not_a_tile_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotationError, match="not a tile"):
        read_tile(text)


@pytest.mark.parametrize(("highest", "tiles"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_set_holds_every_pair_once(highest: int, tiles: int) -> None:
    assert len(full_set(highest)) == len(set(full_set(highest))) == tiles


def test_tiles_are_written_highest_first_and_read_back() -> None:
    assert write_tiles(read_tiles("0-0, 4-9 6-6")) == "9-4 6-6 0-0"


def test_every_set_survives_being_written_and_read() -> None:
    assert set(read_tiles(write_tiles(full_set(18)))) == set(full_set(18))
