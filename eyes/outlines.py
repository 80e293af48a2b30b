"""Finds the outlines of the tiles around bars, and the bars in a photo that can belong to tiles of the same set."""

import cv2
import numpy as np

from eyes.arrays import Floats
from eyes.bars import Bar

# Half a tile's width and length, in bar lengths.
HALF_WIDTH, HALF_LENGTH = 0.6, 1.22
_SURELY_TILE = 0.93  # the fraction of an outline that lies on the tile, whatever the set
_EVENNESS = 0.05


def outline(bar: Bar, part: float = 1) -> Floats:
    """The four corners of a bar's tile in pixels: two at the half above the bar, then two at the half below."""
    along = part * HALF_WIDTH * np.array([-1, 1, 1, -1], np.float32)
    across = part * HALF_LENGTH * np.array([-1, -1, 1, 1], np.float32)
    return bar.places(along, across).astype(np.float32)


def of_one_set(bars: list[Bar]) -> list[Bar]:
    """The bars that have about the same size, shape and tone."""
    if len(bars) < 2:
        return bars
    lengths, scores = np.log([bar.length for bar in bars]), np.array([bar.score for bar in bars])
    votes = [float(scores[np.abs(lengths - length) < 0.22].sum()) for length in lengths]
    usual = lengths[int(np.argmax(votes))]
    alike = [bar for bar, length in zip(bars, lengths, strict=True) if abs(length - usual) < 0.4]
    shape, body = np.median([bar.length / bar.thickness for bar in alike]), np.median([bar.body for bar in alike])
    return [bar for bar in alike if _is_shaped(bar, float(shape), 0.9) and bar.body > 0.28 * body]


class SetLook:
    """The size, shape and tone of the tiles in a photo, learned from the sure ones.

    Tiles may get larger toward one side of the photo.
    """

    def __init__(self, sure: list[Bar]) -> None:
        self.shape = float(np.median([bar.length / bar.thickness for bar in sure]))
        self.body = float(np.median([bar.body for bar in sure]))
        self.middle = np.mean([bar.centre for bar in sure], axis=0)
        places = np.array([_with_one((bar.centre - self.middle) / 1000) for bar in sure])
        lengths = np.log([bar.length for bar in sure])
        # A slight preference for equal sizes decides if there are too few tiles to tell how sizes change.
        evenly = np.diag([0, _EVENNESS, _EVENNESS])
        self.growth = np.linalg.solve(places.T @ places + evenly, places.T @ lengths)

    def is_of(self, bar: Bar, most: float, darkest: float = 0.3) -> bool:
        """True if a bar has the length expected for its position, and the right shape and tone.

        `most` is how far the length may be off, as a logarithm. `darkest` is the lowest tone, as a fraction of the
        usual one.
        """
        length = float(_with_one((bar.centre - self.middle) / 1000) @ self.growth)
        is_as_long = abs(np.log(bar.length) - length) < most
        return bool(is_as_long and _is_shaped(bar, self.shape, 0.42) and bar.body > darkest * self.body)


def _with_one(place: Floats) -> Floats:
    return np.array([1.0, *place])


def overlap(bar: Bar, other: Bar) -> float:
    """The fraction of a bar's tile that the tile of another bar covers."""
    if np.hypot(*(bar.centre - other.centre)) > 1.3 * (bar.length + other.length):
        return 0.0
    tile = outline(bar, _SURELY_TILE)
    return float(cv2.intersectConvexConvex(tile, outline(other, _SURELY_TILE))[0]) / cv2.contourArea(tile)


def _is_shaped(bar: Bar, shape: float, most: float) -> bool:
    return bool(abs(np.log(bar.length / bar.thickness / shape)) < most)
