"""Plain photos of given tiles, in rows of five on a dark table, for tests and benches of the pages."""

from collections.abc import Sequence

import cv2
import numpy as np

from proofs.eyes.rendered.sets import SETS
from proofs.eyes.rendered.tiles import draw_tile, tile_size
from rules import Tile

BAR, APART, ACROSS = 90, 40, 5
_TABLE = (52, 74, 60)


def draw_photo(tiles: Sequence[Tile], kind: str = ".jpg") -> bytes:
    """A photo of these tiles as the bytes of an image file. `kind` is its extension."""
    look = next(iter(SETS.values()))
    high, wide = tile_size(look, BAR)
    rows = -(-len(tiles) // ACROSS)
    size = rows * (high + APART) + APART, min(ACROSS, len(tiles)) * (wide + APART) + APART
    photo = np.full((*size, 3), _TABLE, np.uint8)
    for at, tile in enumerate(tiles):
        row, column = divmod(at, ACROSS)
        top, left = APART + row * (high + APART), APART + column * (wide + APART)
        picture, mask = draw_tile(look, tile.high, tile.low, BAR)
        spot = photo[top : top + high, left : left + wide]
        spot[:] = picture * mask[..., None] + spot * (1 - mask[..., None])
    return bytes(cv2.imencode(kind, photo)[1])
