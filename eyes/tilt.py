"""Corrects the camera's tilt. Pips are circles, so their second moments show how the picture is squeezed."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from eyes.arrays import Floats, Picture, Tones
from eyes.bars import Bar
from eyes.photo import WORK
from eyes.pips import darkness

_THRESHOLDS = (0.25, 0.45)
_LEAST_PIPS = 4
_LEAST_TILT = 1.07  # the long axis of a pip divided by the short one
_MOST_TILT = 5.0


def find_tilt(picture: Picture, bars: Sequence[Bar]) -> Floats | None:
    """The 2 by 2 matrix that makes the pips round again. None if there are too few pips, or if they are already round."""
    moments = [moment for bar in bars for moment in _moments(picture, bar)]
    if len(moments) < _LEAST_PIPS:
        return None
    least_most, axes = np.linalg.eigh(np.median(np.array(moments), axis=0))
    tilt = float(np.sqrt(least_most[1] / least_most[0]))
    if tilt < _LEAST_TILT:
        return None
    return np.asarray(axes @ np.diag([tilt, 1.0]) @ axes.T)


def _moments(picture: Picture, bar: Bar) -> Iterator[Floats]:
    """The second moments of each ellipse near a bar, all scaled to the same size."""
    reach = int(1.35 * bar.length)
    x, y = int(bar.centre[0]), int(bar.centre[1])
    part = picture[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    if min(part.shape[:2]) < 20:
        return
    dark, _ = darkness(part, int(0.34 * bar.length) | 1)
    least, most = (np.pi * (radius * bar.length) ** 2 for radius in (0.04, 0.15))
    for threshold in _THRESHOLDS:
        outlines, _ = cv2.findContours((dark > threshold).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            area = cv2.contourArea(outline)
            if max(least, 20) < area < most and area >= 0.9 * cv2.contourArea(cv2.convexHull(outline)):
                yield from _moment_of_ellipse(outline, area)


def _moment_of_ellipse(outline: Tones, area: float) -> Iterator[Floats]:
    made = cv2.moments(outline)
    moment = np.array([[made["mu20"], made["mu11"]], [made["mu11"], made["mu02"]]]) / made["m00"]
    size = float(np.linalg.det(moment))
    if size <= 0:
        return
    least, most = np.linalg.eigvalsh(moment)
    if most <= _MOST_TILT * least and area >= 0.9 * 4 * np.pi * np.sqrt(size):
        yield moment / np.sqrt(size)


def straightened(picture: Picture, tilt: Floats) -> tuple[Picture, Floats]:
    """The picture without its tilt, and the 2 by 3 matrix that maps points in the original to points in the result."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ tilt.T
    least, size = corners.min(0), np.ptp(corners, axis=0)
    scale = min(1.0, 1.25 * WORK / float(size.max()))
    matrix = np.hstack([tilt * scale, -scale * least[:, None]]).astype(np.float32)
    columns, rows = (max(1, int(side * scale)) for side in size)
    turned = cv2.warpAffine(picture, matrix, (columns, rows), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return turned.astype(np.uint8, copy=False), matrix
