"""Plain pictures of tiles for tests and benches of the pages: ivory tiles, side by side on a dark table."""

import cv2
import numpy as np
from numpy.typing import NDArray

from rules import Tile

Picture = NDArray[np.uint8]
HALF, GAP, PIP = 120, 60, 10
_TABLE, _IVORY, _INK = (52, 74, 60), (214, 234, 240), (30, 26, 24)
# The columns of each row of pips on a half, in parts of it.
_ROWS = {1: (0.5,), 2: (0.22, 0.78), 3: (0.22, 0.5, 0.78), 4: (0.16, 0.39, 0.61, 0.84)}
_FACES = {
    0: (), 1: (0, 1, 0), 4: (2, 0, 2), 5: (2, 1, 2), 6: (3, 0, 3), 7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3),
    10: (4, 2, 4), 11: (4, 3, 4), 12: (4, 4, 4),
}  # fmt: skip
_SLANTED = {2: ((0.22, 0.22), (0.78, 0.78)), 3: ((0.22, 0.22), (0.5, 0.5), (0.78, 0.78))}


def draw_photo(tiles: list[Tile], kind: str = ".jpg") -> bytes:
    """A picture of these tiles in rows of five, as a file of this kind."""
    across = min(5, len(tiles))
    down = -(-len(tiles) // 5)
    photo = np.full((down * (2 * HALF + GAP) + GAP, across * (HALF + GAP) + GAP, 3), _TABLE, np.uint8)
    for at, one in enumerate(tiles):
        row, column = divmod(at, 5)
        top, left = GAP + row * (2 * HALF + GAP), GAP + column * (HALF + GAP)
        photo[top : top + 2 * HALF, left : left + HALF] = _tile(one)
    return cv2.imencode(kind, cv2.GaussianBlur(photo, (3, 3), 0))[1].tobytes()


def _tile(one: Tile) -> Picture:
    picture = np.full((2 * HALF, HALF, 3), _IVORY, np.uint8)
    cv2.rectangle(picture, (14, HALF - 3), (HALF - 14, HALF + 3), _INK, -1)
    for pips, top in ((one.high, 0), (one.low, HALF)):
        for x, y in _spots(pips):
            cv2.circle(picture, (round(x * HALF), top + round(y * HALF)), PIP, _INK, -1, cv2.LINE_AA)
    return picture


def _spots(pips: int) -> list[tuple[float, float]]:
    """The middles of the pips on a half, in parts of its side."""
    if pips in _SLANTED:
        return list(_SLANTED[pips])
    rows = zip(_FACES[pips], (0.22, 0.5, 0.78), strict=False)
    return [(x, y) for count, y in rows if count for x in _ROWS[count]]
