"""Rendered tiles are read: every number, every kind of set, every condition; and what makes a tile doubtful."""

import cv2
import numpy as np
import pytest

from eyes import PhotoError, SeenTile, read_photo
from eyes import reading as reading
from eyes.arrays import Picture
from eyes.pips import CountedHalf
from proofs.eyes.rendered.sets import SETS
from tests.eyes.conftest import UNLIKE, hand, seen_in, table_with, written


def pairs(tiles: list[SeenTile]) -> list[tuple[int, int]]:
    return [(tile.high, tile.low) for tile in tiles]


@pytest.mark.parametrize("kind", SETS)
def test_every_number_of_every_kind_of_set_is_read(kind: str) -> None:
    tiles = [(12, 0), (1, 11), (10, 2), (3, 9), (8, 4), (5, 7), (6, 6)]

    assert seen_in(table_with(*tiles, kind=kind)) == [(max(tile), min(tile), True) for tile in tiles]


@pytest.mark.parametrize("condition", UNLIKE)
def test_a_hand_is_read_under_conditions_of_every_kind(condition: str) -> None:
    drawn = hand(condition)

    seen = read_photo(drawn.as_jpeg(), drawn.highest)

    assert len(drawn.tiles) > 2
    assert sorted(pairs(seen)) == sorted((max(tile), min(tile)) for tile in drawn.tiles)


@pytest.mark.parametrize("condition", ["plain", "tilt"])
def test_corners_go_round_the_tile_and_begin_at_its_high_half(condition: str) -> None:
    drawn = hand(condition)
    # The drawn corners begin at the first number, which is the lower one.
    by_tile = {
        (max(tile), min(tile)): np.roll(corners, 2, 0) for tile, corners in zip(drawn.tiles, drawn.corners, strict=True)
    }

    for tile in read_photo(drawn.as_jpeg(), drawn.highest):
        true, seen = by_tile[tile.high, tile.low], np.array(tile.corners)
        assert seen.shape == (4, 2)
        assert seen.min() >= 0 and seen.max() <= 1
        assert np.abs(seen - true).max() < 0.03
        if tile.high != tile.low:
            assert np.abs(seen - true).sum() < np.abs(seen - np.roll(true, 2, 0)).sum()


def test_no_half_is_higher_than_the_set_and_such_a_tile_is_doubtful() -> None:
    photo = written(table_with((12, 3), (5, 1)))

    twelve, nine, six = (read_photo(photo, highest) for highest in (12, 9, 6))

    assert pairs(twelve) == [(12, 3), (5, 1)]
    for tiles, highest in ((nine, 9), (six, 6)):
        assert (tiles[0].high <= highest, tiles[0].low, tiles[0].is_sure) == (True, 3, False)
        assert (tiles[1].high, tiles[1].low, tiles[1].is_sure) == (5, 1, True)


def test_a_tile_that_is_seen_twice_is_doubtful_both_times() -> None:
    assert seen_in(table_with((5, 1), (6, 2), (1, 5))) == [(5, 1, False), (6, 2, True), (5, 1, False)]


@pytest.mark.parametrize(
    ("counted", "sureness", "likely", "chance", "joined", "is_sure"),
    [
        (7, 0.9, 7, 0.99, 7, True),
        (7, 0.1, 7, 0.99, 7, True),
        (7, 0.9, 7, 0.61, 7, True),
        (7, 0.1, 7, 0.61, 7, False),
        (7, 0.9, 7, 0.5, 7, False),
        (7, 0.9, 6, 0.99, 6, False),
        (7, 0.9, 6, 0.7, 7, False),
        (7, 0.2, 6, 0.7, 6, False),
    ],
)
def test_a_half_is_sure_only_where_both_readers_agree(
    counted: int, sureness: float, likely: int, chance: float, joined: int, is_sure: bool
) -> None:
    chances = np.full(13, (1 - chance) / 12, np.float32)
    chances[likely] = chance

    half = reading._joined(CountedHalf(counted, sureness), chances, 12)

    assert (half.pips, half.is_sure) == (joined, is_sure)


def test_a_half_that_is_covered_is_not_sure() -> None:
    picture = table_with((5, 6), (3, 2))
    # A thumb lies over two thirds of the 6.
    cv2.ellipse(picture, (60, 215), (55, 45), 0, 0, 360, (120, 150, 205), -1)

    seen = seen_in(picture)

    assert [(high, low) for high, low, is_sure in seen if is_sure] == [(3, 2)]
    assert (3, 2, False) not in seen


def test_two_runs_see_the_same() -> None:
    photo = written(table_with((5, 1), (6, 2)))

    assert read_photo(photo) == read_photo(photo)


def test_a_photo_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_SECONDS", 0.0)

    with pytest.raises(PhotoError, match="too long"):
        read_photo(written(table_with((5, 1))))


def test_every_tile_is_read_whichever_way_it_lies() -> None:
    for angle in (20, 110, 205, 290):
        turn = cv2.getRotationMatrix2D((70, 140), angle, 1)
        turn[:, 2] += 100
        turned = np.asarray(cv2.warpAffine(table_with((11, 8)), turn, (340, 380), borderValue=(50, 50, 50)), np.uint8)
        assert pairs(read_photo(written(turned))) == [(11, 8)], angle


def without_its_bar(picture: Picture, tone: int) -> Picture:
    """The table with the bar of its first tile in another tone: white, or washed out."""
    changed = picture.copy()
    part = changed[123:134, 26:96]
    part[part.max(2) < 150] = tone
    return changed


def test_a_tile_whose_bar_is_washed_out_is_read_but_doubtful() -> None:
    seen = seen_in(without_its_bar(table_with((5, 4), (3, 2), (6, 1)), 205))

    assert seen == [(5, 4, False), (3, 2, True), (6, 1, True)]


def test_pips_without_a_bar_make_a_doubtful_tile_where_they_lie() -> None:
    seen = read_photo(written(without_its_bar(table_with((5, 4), (3, 2), (6, 1)), 246)))

    (doubtful,) = [tile for tile in seen if not tile.is_sure]
    assert pairs([tile for tile in seen if tile.is_sure]) == [(3, 2), (6, 1)]
    assert doubtful.high + doubtful.low == 9
    assert np.array(doubtful.corners).mean(0) == pytest.approx([0.16, 0.46], abs=0.03)


def test_the_0_0_is_sure_only_beside_tiles_that_it_looks_like() -> None:
    assert seen_in(table_with((0, 0))) == [(0, 0, False)]
    assert seen_in(table_with((0, 0), (5, 2))) == [(0, 0, True), (5, 2, True)]


def test_a_tile_that_the_edge_cuts_off_is_doubtful() -> None:
    # The bar and the higher half are whole; the lower half looks blank, but its outer part is not in the photo.
    assert seen_in(table_with((9, 0), (8, 0))[:176]) == [(9, 0, False), (8, 0, False)]


def test_the_halves_of_bars_with_pins_are_no_tiles_of_their_own() -> None:
    seen = seen_in(table_with((2, 0), (1, 1), (5, 5), kind="ivory, brown pips and a pin"))

    assert seen == [(2, 0, True), (1, 1, True), (5, 5, True)]
