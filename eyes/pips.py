"""The first reader: counts the dark spots on a half at ten thresholds, and checks whether they form a face."""

from dataclasses import dataclass

import cv2
import numpy as np

from eyes.arrays import Flags, Floats, Picture, brightest
from eyes.faces import fit_face
from eyes.patches import ACROSS, AWAY, HEIGHT, LENGTH, WIDTH

_THRESHOLDS = (0.12, 0.16, 0.2, 0.25, 0.31, 0.38, 0.46, 0.55, 0.64, 0.73)
_CLOSING = int(0.34 * LENGTH) | 1
# Sizes and places are in bar lengths.
_LEAST_RADIUS, _MOST_RADIUS = 0.045, 0.17
_LEAST_ROUND = 0.62
_WINDOW_X, _WINDOW_Y = 0.58, (0.12, 1.3)
_IS_IN_WINDOW = (np.abs(ACROSS) < 0.68) & (AWAY > 0.09) & (AWAY < 1.4)
_IS_IN_MIDDLE = (np.abs(ACROSS) < 0.5) & (AWAY > 0.15) & (AWAY < 1.15)
_IS_BY_BAR = (np.abs(ACROSS) < 0.45) & (AWAY > 0.09) & (AWAY < 0.5)
_PAST_BAR = AWAY > 0.08
_CENTRE = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])


@dataclass(frozen=True)
class CountedHalf:
    """The number that the spots on a half show, and how certain that reading is, from 0 to 1."""

    pips: int
    sureness: float


def darkness(patch: Picture, closing: int = _CLOSING) -> tuple[Floats, ...]:
    """The darkness of each pixel compared with the tile's body, and the tone of the body.

    The darkness is given as a fraction of the body's tone, in the channel where it is greatest.
    """
    smooth = cv2.GaussianBlur(patch, (3, 3), 0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (closing, closing))
    body = cv2.GaussianBlur(cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, kernel), (0, 0), 2).astype(np.float32)
    dark = 1 - smooth.astype(np.float32) / np.maximum(body, 30)
    return np.clip(brightest(dark), 0, 1), brightest(body)


def count_halves(patch: Picture) -> list[CountedHalf]:
    """Count the pips on both halves of a patch, first on the half above the bar."""
    dark, body = darkness(patch)
    return [_count(np.ascontiguousarray(dark[::-1, ::-1]), body[::-1, ::-1]), _count(dark, body)]


def _count(dark: Floats, body: Floats) -> CountedHalf:
    """Count the pips on the half below the bar of a patch."""
    dark = np.where(_PAST_BAR, dark, 0).astype(np.float32)
    is_tile = _IS_IN_WINDOW & (body > 0.36 * np.percentile(body[_IS_BY_BAR], 70))
    middle = is_tile & _IS_IN_MIDDLE
    votes: dict[int, float] = {}
    best: dict[int, float] = {}
    for threshold in _THRESHOLDS:
        spots = _spots(dark, threshold, is_tile)
        if not 0 < len(spots) <= 12:
            continue
        fit = fit_face(spots[:, :2]) * _explained(spots, middle & (dark > max(threshold, 0.2)))
        if fit > 0:
            votes[len(spots)] = votes.get(len(spots), 0) + fit
            best[len(spots)] = max(best.get(len(spots), 0), fit)
    if not votes:
        darkest = float(np.percentile(dark[middle], 97)) if middle.sum() > 50 else 1.0
        return CountedHalf(0, float(np.clip((0.16 - darkest) / 0.12, 0, 1)))
    pips = max(votes, key=lambda count: votes[count] * (1 + 0.04 * count))
    share = votes[pips] / sum(votes.values())
    return CountedHalf(pips, min(1, best[pips] / 0.6) * share * min(1, votes[pips] / 0.9))


def _spots(dark: Floats, threshold: float, is_tile: Flags) -> Floats:
    """The round spots of about the same size: x, y and radius in bar lengths. y is the distance from the bar."""
    circles = []
    parts, _ = cv2.findContours((dark > threshold).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for part in parts:
        area = cv2.contourArea(part) + 0.5 * len(part)  # an outline runs through the middles of its pixels
        radius = np.sqrt(area / np.pi)
        if not _LEAST_RADIUS * LENGTH < radius < _MOST_RADIUS * LENGTH:
            continue
        (column, row), reach = cv2.minEnclosingCircle(part)
        x, y = (np.array([column, row]) - _CENTRE) / LENGTH
        if abs(x) > _WINDOW_X or not _WINDOW_Y[0] < y < _WINDOW_Y[1]:
            continue
        if not is_tile[min(HEIGHT - 1, int(row)), min(WIDTH - 1, int(column))]:
            continue
        if area >= _LEAST_ROUND * np.pi * (reach + 0.5) ** 2:
            circles.append((x, y, radius / LENGTH))
    if not circles:
        return np.empty((0, 3))
    spots = np.array(circles)
    ratio = spots[:, 2] / np.median(spots[:, 2])
    return np.asarray(spots[(ratio > 0.68) & (ratio < 1.45)])


def _explained(spots: Floats, dark: Flags) -> float:
    """How well the spots explain the dark pixels of a half, from 0 to 1.

    1 means that nothing dark lies outside the spots, 0 that the dark area outside is at least as large as two and
    a half spots.
    """
    outside = dark.astype(np.uint8)
    for x, y, radius in spots:
        column, row = np.array([x, y]) * LENGTH + _CENTRE
        cv2.circle(outside, (int(column), int(row)), int(radius * LENGTH * 1.35) + 1, 0, -1)
    area = np.pi * (float(np.median(spots[:, 2])) * LENGTH) ** 2
    return float(np.clip(1.15 - 0.45 * int(outside.sum()) / area, 0, 1))
