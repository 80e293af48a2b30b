"""Cuts out tiles and straightens them: in each patch, the bar is level, centered and LENGTH pixels long."""

import cv2
import numpy as np

from eyes.arrays import Picture
from eyes.bars import Bar

LENGTH = 64
WIDTH, HEIGHT = 92, 186  # the size of a patch in pixels: a tile with a margin
NET_SIDE = 48  # the side of a half for the network, in pixels
_HALF_SIDE = 87  # 1.36 bar lengths

_columns = (np.arange(WIDTH, dtype=np.float32) - (WIDTH - 1) / 2) / LENGTH
_rows = (np.arange(HEIGHT, dtype=np.float32) - (HEIGHT - 1) / 2) / LENGTH
ACROSS, AWAY = np.meshgrid(_columns, _rows)


def cut_out(picture: Picture, bar: Bar) -> Picture:
    """The patch around a bar: HEIGHT by WIDTH pixels, with the channels in BGR order."""
    places = bar.places(ACROSS, AWAY)
    x, y = int(places[..., 0].min()) - 8, int(places[..., 1].min()) - 8
    right, bottom = int(places[..., 0].max()) + 9, int(places[..., 1].max()) + 9
    left, top = max(0, x), max(0, y)
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    scale = bar.length / LENGTH
    if scale > 1.6:
        part = cv2.GaussianBlur(part, (0, 0), 0.45 * scale).astype(np.uint8)
    places = (places - np.array([left, top], np.float32)).astype(np.float32)
    method = cv2.INTER_LINEAR if scale > 1 else cv2.INTER_CUBIC
    return cv2.remap(part, places[..., 0], places[..., 1], method, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


def halves(patch: Picture) -> list[Picture]:
    """Both halves for the network, each with the bar at its top edge. The half above the bar comes first, turned around."""
    return [_half(patch[::-1, ::-1]), _half(patch)]


def _half(patch: Picture) -> Picture:
    left = (WIDTH - _HALF_SIDE) // 2
    part = patch[HEIGHT // 2 : HEIGHT // 2 + _HALF_SIDE, left : left + _HALF_SIDE]
    return cv2.resize(part, (NET_SIDE, NET_SIDE), interpolation=cv2.INTER_AREA).astype(np.uint8)
