"""Reads the tiles in a photo: it finds the bars, cuts out patches, and has two readers read the halves.

If the camera was tilted, it reads the picture again without the tilt and keeps the better result.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from eyes.arrays import Floats, Picture, brightest
from eyes.bars import Bar, find_bars, find_faint_bars, joined_over_pins
from eyes.network import probabilities
from eyes.outlines import SetLook, of_one_set, outline, overlap
from eyes.patches import cut_out, halves
from eyes.photo import decode
from eyes.pips import CountedHalf, count_halves
from eyes.seen import HIGHEST, PhotoError, SeenTile
from eyes.strays import find_strays
from eyes.tilt import find_tilt, straightened

MOST_SECONDS = 4.0  # of processor time; waiting does not count
_MOST_BARS = 80
_MOST_DOUBTFUL_ALONE = 4
_MOST_OVERLAP = 0.15
_SEEN_PART = 0.85  # the fraction of an outline that holds all pips
_MOST_LONGER, _DARKEST_FAINT = 0.2, 0.6
_MOST_LONGER_BLANK, _DARKEST_BLANK = 0.12, 0.6

cv2.setNumThreads(1)


@dataclass(frozen=True)
class ReadHalf:
    """One half of a tile, as read by the two readers together."""

    pips: int
    is_sure: bool


@dataclass(frozen=True)
class ReadBar:
    """A bar with the half above it and the half below it."""

    bar: Bar
    above: ReadHalf
    below: ReadHalf

    @property
    def is_sure(self) -> bool:
        return self.above.is_sure and self.below.is_sure

    @property
    def is_blank(self) -> bool:
        return self.above.pips == self.below.pips == 0


def read_tiles(data: bytes, highest: int = HIGHEST) -> list[SeenTile]:
    """The tiles in a photo; see `eyes.read_photo`. Raises PhotoError."""
    late = time.thread_time() + MOST_SECONDS
    picture = _lit(decode(data))
    size = np.array(picture.shape[1::-1], np.float32)
    read, back = _read(picture, highest), np.eye(2, 3, dtype=np.float32)
    _stop_if_late(late)
    tilt = find_tilt(picture, [tile.bar for tile in read])
    if tilt is not None:
        turned, matrix = straightened(picture, tilt)
        again = _read(turned, highest)
        _stop_if_late(late)
        if _worth(again) >= _worth(read):
            picture, read, back = turned, again, cv2.invertAffineTransform(matrix).astype(np.float32)
    read = [_doubtful(tile) if _is_cut_off(tile.bar, back, size) else tile for tile in read]
    read = _plausible(read)
    read += [tile for tile in _faint(picture, read, highest) if not _is_cut_off(tile.bar, back, size)]
    _stop_if_late(late)
    read += [tile for tile in _strays(picture, read, highest) if not _is_cut_off(tile.bar, back, size)]
    tiles = [_seen(tile, back, size) for tile in read]
    return _with_twins_doubtful(sorted(tiles, key=_middle))


def _stop_if_late(late: float) -> None:
    if time.thread_time() > late:
        raise PhotoError("This photo takes too long to read. Take one with the tiles alone on a plain table.")


def _lit(picture: Picture) -> Picture:
    """The picture, brightened if it is underexposed."""
    white = float(np.percentile(brightest(picture[::4, ::4]), 98.5))
    if white >= 200:
        return picture
    return cv2.convertScaleAbs(picture, alpha=min(6.0, 235 / max(white, 1))).astype(np.uint8)


def _read(picture: Picture, highest: int) -> list[ReadBar]:
    """The tiles in a picture, read from the bars as found or from those joined over pins, whichever works better."""
    found = find_bars(picture)
    joined = joined_over_pins(found)
    ways = [found] if len(joined) == len(found) else [found, joined]
    return max((_read_round(picture, of_one_set(bars)[:_MOST_BARS], highest) for bars in ways), key=_worth)


def _read_round(picture: Picture, bars: list[Bar], highest: int) -> list[ReadBar]:
    if not bars:
        return []
    patches = [cut_out(picture, bar) for bar in bars]
    likely = probabilities(np.stack([half for patch in patches for half in halves(patch)]))
    counted = [half for patch in patches for half in count_halves(patch)]
    read = [_joined(half, chances, highest) for half, chances in zip(counted, likely, strict=True)]
    return _without_overlaps(
        [ReadBar(bar, above, below) for bar, above, below in zip(bars, read[::2], read[1::2], strict=True)]
    )


def _joined(counted: CountedHalf, likely: Floats, highest: int) -> ReadHalf:
    """The combined result of both readers for a half: sure only if they agree and are confident, otherwise the better guess."""
    guess = int(likely.argmax())
    chance = float(likely[guess])
    if guess == counted.pips and guess <= highest:
        return ReadHalf(guess, (chance >= 0.6 and counted.sureness >= 0.3) or chance >= 0.93)
    if counted.pips <= highest and chance <= 0.75 and counted.sureness >= 0.5:
        return ReadHalf(counted.pips, False)
    return ReadHalf(int(likely[: highest + 1].argmax()), False)


def _worth(read: list[ReadBar]) -> float:
    """The number of sure tiles minus half the number of doubtful ones.

    A 0-0 does not count as sure, because half a bar beside a pin looks like the bar of a 0-0.
    """
    return sum((not tile.is_blank) if tile.is_sure else -0.5 for tile in read)


def _without_overlaps(read: list[ReadBar]) -> list[ReadBar]:
    """The tiles, with overlapping ones removed. Sure tiles take precedence, then those with the clearest bars."""
    kept: list[ReadBar] = []
    for tile in sorted(read, key=lambda tile: (tile.is_sure, tile.bar.score), reverse=True):
        if all(overlap(tile.bar, other.bar) < _MOST_OVERLAP for other in kept):
            kept.append(tile)
    return kept


def _plausible(read: list[ReadBar]) -> list[ReadBar]:
    """The tiles, except for doubtful ones that are implausible.

    Doubtful tiles stay only if they look like the sure ones in the photo, or if there are few and none is sure.
    """
    read = _with_blanks_compared(read)
    sure = [tile.bar for tile in read if tile.is_sure]
    if not sure:
        return read if len(read) <= _MOST_DOUBTFUL_ALONE else []
    look = SetLook(sure)
    return [tile for tile in read if tile.is_sure or look.is_of(tile.bar, _MOST_LONGER)]


def _with_blanks_compared(read: list[ReadBar]) -> list[ReadBar]:
    """The tiles, with a 0-0 marked sure only if it looks like the other sure tiles.

    A gap between the boards of a table can look like a 0-0 too.
    """
    sure_bars = [tile.bar for tile in read if tile.is_sure and not tile.is_blank]
    look = SetLook(sure_bars) if sure_bars else None
    return [
        _doubtful(tile)
        if tile.is_blank and not (look and look.is_of(tile.bar, _MOST_LONGER_BLANK, _DARKEST_BLANK))
        else tile
        for tile in read
    ]


def _faint(picture: Picture, read: list[ReadBar], highest: int) -> list[ReadBar]:
    """Doubtful tiles that look like the sure ones but have washed-out bars.

    They are included so that no tile is missed silently. Tiles without pips are left out, because edges and folds
    on the table look the same.
    """
    sure = [tile.bar for tile in read if tile.is_sure]
    if not sure:
        return []
    look = SetLook(sure)
    thickness = float(np.median([bar.thickness for bar in sure]))
    free = [
        bar
        for bar in find_faint_bars(picture, thickness)
        if look.is_of(bar, _MOST_LONGER, _DARKEST_FAINT) and not any(overlap(bar, tile.bar) > 0.05 for tile in read)
    ]
    return [_doubtful(tile) for tile in _read_round(picture, free[:_MOST_BARS], highest) if not tile.is_blank]


def _strays(picture: Picture, read: list[ReadBar], highest: int) -> Iterator[ReadBar]:
    """A doubtful tile for each group of pips outside all tiles. The number of pips is split between the two halves."""
    sure = [tile.bar for tile in read if tile.is_sure]
    if sure:
        for bar, pips in find_strays(picture, sure, [tile.bar for tile in read]):
            high = min(pips, highest)
            yield ReadBar(bar, ReadHalf(high, False), ReadHalf(min(pips - high, highest), False))


def _doubtful(tile: ReadBar) -> ReadBar:
    return replace(tile, above=replace(tile.above, is_sure=False))


def _is_cut_off(bar: Bar, back: Floats, size: Floats) -> bool:
    """True if the edge of the photo cuts off part of the tile, so that not all of its pips can be seen."""
    corners = outline(bar, _SEEN_PART) @ back[:, :2].T + back[:, 2]
    return bool((corners < 0).any() or (corners > size).any())


def _seen(read: ReadBar, back: Floats, size: Floats) -> SeenTile:
    corners = (outline(read.bar) @ back[:, :2].T + back[:, 2]) / size
    if read.above.pips < read.below.pips:
        corners = np.roll(corners, 2, axis=0)
    return SeenTile(
        max(read.above.pips, read.below.pips),
        min(read.above.pips, read.below.pips),
        tuple((_part(x), _part(y)) for x, y in corners),
        read.is_sure,
    )


def _part(place: float) -> float:
    return round(float(np.clip(place, 0, 1)), 4)


def _middle(tile: SeenTile) -> tuple[float, float]:
    """The sort key of a tile in reading order: its row, in tenths of the height, then its place from left to right."""
    x, y = np.mean(tile.corners, axis=0)
    return round(10 * float(y)), float(x)


def _with_twins_doubtful(tiles: list[SeenTile]) -> list[SeenTile]:
    """The same tiles, but those seen twice become doubtful, because a set has each tile only once."""
    count = Counter((tile.high, tile.low) for tile in tiles)
    return [tile if count[tile.high, tile.low] == 1 else replace(tile, is_sure=False) for tile in tiles]
