"""Photos that the room renders itself, each drawn once."""

from functools import cache

import cv2
import numpy as np

from eyes.arrays import Picture
from eyes.rendered.hands import CONDITIONS, RenderedHand, render_hand
from eyes.rendered.sets import SETS
from eyes.rendered.tiles import draw_tile


@cache
def hand(condition: str, seed: int = 9, most: int = 6) -> RenderedHand:
    return render_hand(seed, CONDITIONS[condition], most)


def table_with(*tiles: tuple[int, int], kind: str = "white, black pips") -> Picture:
    """Tiles on a dark table from left to right, each with its first half on top."""
    table = np.full((500, 220 * len(tiles) + 40, 3), 50, np.uint8)
    for at, (above, below) in enumerate(tiles):
        picture, mask = draw_tile(SETS[kind], above, below, 110)
        rows, columns = mask.shape
        part = table[100 : 100 + rows, 40 + 220 * at : 40 + 220 * at + columns]
        part[:] = (picture * mask[..., None] + part * (1 - mask[..., None])).astype(np.uint8)
    return table


def written(picture: Picture, ending: str = ".jpg") -> bytes:
    return bytes(cv2.imencode(ending, picture)[1])
