"""The faces of a half: the places of the pips for each number from 1 to 12.

Places are fractions of the way from center to edge: x runs along the bar and y away from it, both from -1 to 1. A
number with several customary layouts has several faces.
"""

from itertools import product

import numpy as np

from eyes.arrays import Floats

_CORNERS = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
_SIDES, _ENDS = [(-1.0, 0.0), (1.0, 0.0)], [(0.0, -1.0), (0.0, 1.0)]
_CENTRE = [(0.0, 0.0)]
_FOUR = (-1.0, -1 / 3, 1 / 3, 1.0)
_ALONG = [(x, y) for x in (-1.0, 1.0) for y in _FOUR]


def _turned(face: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(y, x) for x, y in face]


_AS_DRAWN = {
    1: [_CENTRE],
    2: [_CORNERS[::3], _CORNERS[1:3], _ENDS, _SIDES],
    3: [_CORNERS[::3] + _CENTRE, _CORNERS[1:3] + _CENTRE],
    4: [_CORNERS],
    5: [_CORNERS + _CENTRE],
    6: [_CORNERS + _SIDES, _CORNERS + _ENDS],
    7: [_CORNERS + _SIDES + _CENTRE, _CORNERS + _ENDS + _CENTRE],
    8: [_CORNERS + _SIDES + _ENDS],
    9: [_CORNERS + _SIDES + _ENDS + _CENTRE],
    10: [_ALONG + _ENDS, _turned(_ALONG + _ENDS), [*_ALONG, (0.0, -1 / 3), (0.0, 1 / 3)]],
    11: [_ALONG + _ENDS + _CENTRE, _turned(_ALONG + _ENDS + _CENTRE)],
    12: [list(product((-1.0, 0.0, 1.0), _FOUR)), list(product(_FOUR, (-1.0, 0.0, 1.0)))],
}
FACES: dict[int, list[Floats]] = {count: [np.array(face) for face in faces] for count, faces in _AS_DRAWN.items()}

# How far pips may lie from the center of a half, and the half from the bar, in bar lengths.
_LEAST_REACH, _MOST_REACH_X, _MOST_REACH_Y = 0.22, 0.52, 0.56
_USUAL_REACH = 0.36
_CENTRE_Y = 0.63
_MOST_ASIDE_X, _MOST_ASIDE_Y = 0.16, 0.2
_MOST_ERROR = 0.14


def fit_face(pips: Floats) -> float:
    """How well pips fit a face with the same number of pips, from 0 to 1 (perfect fit). Places are in bar lengths.

    The face is stretched and moved along both axes until its outermost pips lie on the outermost ones found.
    """
    return max((_fit(pips, face) for face in FACES[len(pips)]), default=0.0)


def _fit(pips: Floats, face: Floats) -> float:
    spread, drawn = np.ptp(pips, axis=0), np.ptp(face, axis=0)
    has_spread = drawn > 0
    reach = np.where(has_spread, spread / np.where(has_spread, drawn, 1), _USUAL_REACH)
    if not _LEAST_REACH < reach[0] < _MOST_REACH_X or not _LEAST_REACH < reach[1] < _MOST_REACH_Y:
        return 0.0
    centre = (pips.max(0) + pips.min(0)) / 2
    if abs(centre[0]) > _MOST_ASIDE_X or abs(centre[1] - _CENTRE_Y) > _MOST_ASIDE_Y:
        return 0.0
    away = pips[:, None] - (face * reach + centre)[None]
    distance = np.sqrt((away**2).sum(2))
    nearest = distance.argmin(1)
    if len(set(nearest.tolist())) != len(pips):
        return 0.0
    return max(0.0, 1 - float(distance.min(1).max()) / _MOST_ERROR)
