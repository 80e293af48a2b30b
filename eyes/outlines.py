"""The tiles round the bars: their outlines, and the bars of one photo that can belong to tiles of one set."""

import cv2
import numpy as np

from eyes.arrays import Floats
from eyes.bars import Bar

# Half a tile's width and length, in lengths of its bar.
HALF_WIDTH, HALF_LENGTH = 0.56, 1.12


def outline(bar: Bar) -> Floats:
    """The four corners of a bar's tile in pixels: two at the half above the bar, then two at the half below."""
    along = np.array([-HALF_WIDTH, HALF_WIDTH, HALF_WIDTH, -HALF_WIDTH], np.float32)
    across = np.array([-HALF_LENGTH, -HALF_LENGTH, HALF_LENGTH, HALF_LENGTH], np.float32)
    return bar.places(along, across).astype(np.float32)


def of_one_set(bars: list[Bar]) -> list[Bar]:
    """The bars of one size, one shape and one tone, without those whose tiles overlap a plainer one."""
    if len(bars) < 2:
        return bars
    lengths, scores = np.log([bar.length for bar in bars]), np.array([bar.score for bar in bars])
    votes = [float(scores[np.abs(lengths - length) < 0.22].sum()) for length in lengths]
    usual = lengths[int(np.argmax(votes))]
    alike = [bar for bar, length in zip(bars, lengths, strict=True) if abs(length - usual) < 0.3]
    if len(alike) < 2:
        return alike
    shape, body = np.median([bar.length / bar.thickness for bar in alike]), np.median([bar.body for bar in alike])
    alike = [bar for bar in alike if _is_shaped(bar, float(shape), 0.6) and bar.body > 0.28 * body]
    kept: list[Bar] = []
    for bar in sorted(alike, key=lambda bar: -bar.score):
        if not any(overlap(bar, other) >= 0.15 for other in kept):
            kept.append(bar)
    return kept


def looks_like(bar: Bar, sure: list[Bar]) -> bool:
    """True if a bar has the size, shape and tone of the sure ones in its photo."""
    length = np.median([one.length for one in sure])
    shape = np.median([one.length / one.thickness for one in sure])
    body = np.median([one.body for one in sure])
    is_as_long = abs(np.log(bar.length / length)) < 0.2
    return bool(is_as_long and _is_shaped(bar, float(shape), 0.42) and bar.body > 0.3 * body)


def overlap(bar: Bar, other: Bar) -> float:
    """The part of a bar's tile that the tile of another bar covers."""
    if np.hypot(*(bar.centre - other.centre)) > 1.3 * (bar.length + other.length):
        return 0.0
    tile = outline(bar)
    return float(cv2.intersectConvexConvex(tile, outline(other))[0]) / cv2.contourArea(tile)


def _is_shaped(bar: Bar, shape: float, most: float) -> bool:
    return bool(abs(np.log(bar.length / bar.thickness / shape)) < most)
