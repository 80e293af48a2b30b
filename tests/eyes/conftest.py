"""Photos that these tests render themselves, each only once."""

from functools import cache

import cv2
import numpy as np

from eyes import read_photo
from eyes.arrays import Picture
from proofs.eyes.rendered.hands import CONDITIONS, RenderedHand, render_hand
from proofs.eyes.rendered.sets import SETS
from proofs.eyes.rendered.tiles import draw_tile

# Conditions that differ widely from each other; `make eyes` measures all of them.
UNLIKE = ("plain", "white cloth", "tilt", "touching", "mixed")


@cache
def hand(condition: str, seed: int = 9, most: int = 6) -> RenderedHand:
    return render_hand(seed, CONDITIONS[condition], most)


def table_with(*tiles: tuple[int, int], kind: str = "white, black pips") -> Picture:
    """Tiles on a dark table from left to right, each with its first half on top."""
    table = np.full((280, 120 * len(tiles) + 20, 3), 50, np.uint8)
    for at, (above, below) in enumerate(tiles):
        picture, mask = draw_tile(SETS[kind], above, below, 60)
        rows, columns = mask.shape
        part = table[50 : 50 + rows, 20 + 120 * at : 20 + 120 * at + columns]
        part[:] = (picture * mask[..., None] + part * (1 - mask[..., None])).astype(np.uint8)
    return table


def written(picture: Picture, ending: str = ".jpg") -> bytes:
    return bytes(cv2.imencode(ending, picture)[1])


def seen_in(picture: Picture, ending: str = ".jpg") -> list[tuple[int, int, bool]]:
    """The halves of each tile that is read in a picture, and whether it is sure."""
    return [(tile.high, tile.low, tile.is_sure) for tile in read_photo(written(picture, ending))]
