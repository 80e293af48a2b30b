"""Stray pips: round spots that lie outside every outline found, on a body like that of the sure tiles.

They belong to tiles whose bars were not found, because they are covered or washed out by light.
"""

from collections.abc import Iterator, Sequence
from statistics import median

import cv2
import numpy as np

from eyes.arrays import Floats, Picture
from eyes.bars import Bar
from eyes.outlines import outline
from eyes.pips import darkness

_SMALLER = 0.5  # pips are easy to see at half the size
_SURROUNDINGS = 1.3  # an outline enlarged this many times holds all pips of its tile, even if it is askew
_THRESHOLD = 0.3
# The radius of a pip, and the distance between neighboring pips, in bar lengths.
_LEAST_RADIUS, _MOST_RADIUS, _NEAR = 0.05, 0.15, 0.8
_LEAST_ROUND = 0.7
_LEAST_PIPS = 2
_MOST_GROUPS = 3  # more are probably a pattern on the table
_DARKEST_BODY, _MOST_TINT = 0.55, 0.12


def find_strays(picture: Picture, sure: Sequence[Bar], found: Sequence[Bar]) -> Iterator[tuple[Bar, int]]:
    """For each group of stray pips, the bar of a tile that would cover them, and how many pips there are."""
    small = np.asarray(cv2.resize(picture, None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA), np.uint8)
    length = median(bar.length for bar in sure)
    closing = int(0.34 * length * _SMALLER) | 1
    body = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((closing, closing), np.uint8)).astype(np.float32)
    usual = np.median(
        [_colour(body, bar.centre + side * bar.across * bar.length / 6) for bar in sure for side in (-1, 1)], 0
    )
    tiles = [outline(bar, _SURROUNDINGS) for bar in found]
    spots = [
        spot
        for spot in _spots(small, length, closing)
        if _is_alike(_colour(body, spot), usual)
        and all(cv2.pointPolygonTest(tile, (float(spot[0]), float(spot[1])), False) < 0 for tile in tiles)
    ]
    groups = [group for group in _groups(spots, _NEAR * length) if len(group) >= _LEAST_PIPS]
    if len(groups) <= _MOST_GROUPS:
        for group in groups:
            yield _bar_under(np.array(group, np.float32), length, sure[0]), len(group)


def _colour(body: Floats, place: Floats) -> Floats:
    rows, columns = body.shape[:2]
    x, y = (place * _SMALLER).astype(int)
    return np.asarray(body[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)])


def _is_alike(colour: Floats, usual: Floats) -> bool:
    """True if this color may be that of the usual body, in the same light or in slightly less."""
    tint = colour / max(float(colour.max()), 1) - usual / max(float(usual.max()), 1)
    return bool(colour.max() >= _DARKEST_BODY * usual.max() and np.abs(tint).max() <= _MOST_TINT)


def _spots(small: Picture, length: float, closing: int) -> Iterator[Floats]:
    dark, _ = darkness(small, closing)
    least, most = (radius * length * _SMALLER for radius in (_LEAST_RADIUS, _MOST_RADIUS))
    parts, _ = cv2.findContours((dark > _THRESHOLD).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for part in parts:
        area = cv2.contourArea(part) + 0.5 * len(part)
        if np.pi * least**2 < area < np.pi * most**2:
            middle, reach = cv2.minEnclosingCircle(part)
            if area >= _LEAST_ROUND * np.pi * (reach + 0.5) ** 2:
                yield np.array(middle, np.float32) / np.float32(_SMALLER)


def _groups(spots: list[Floats], near: float) -> list[list[Floats]]:
    """The spots in groups: spots that are near each other are in the same group."""
    groups: list[list[Floats]] = []
    for spot in spots:
        near_by, apart = [spot], []
        for group in groups:
            if any(np.hypot(*(spot - other)) < near for other in group):
                near_by += group
            else:
                apart.append(group)
        groups = [*apart, near_by]
    return groups


def _bar_under(spots: Floats, length: float, like: Bar) -> Bar:
    middle, (width, height), angle = cv2.minAreaRect(spots)
    turn = np.deg2rad(angle if width <= height else angle + 90)
    return Bar(
        centre=np.array(middle, np.float32),
        along=np.array([np.cos(turn), np.sin(turn)], np.float32),
        length=length,
        thickness=like.thickness,
        score=0.0,
        body=like.body,
    )
