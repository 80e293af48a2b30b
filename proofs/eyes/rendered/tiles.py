"""A tile drawn from above, with a horizontal bar in the middle, one half above it and one below."""

import cv2
import numpy as np

from eyes.arrays import Floats, Picture
from proofs.eyes.rendered.sets import Colour, DrawnSet, face_of

_MARGIN = 0.06  # round the tile, in lengths of the bar
_FINE = 4  # bits of a pixel in which circles are placed


def tile_size(look: DrawnSet, length: float) -> tuple[int, int]:
    """The rows and columns of a drawn tile whose bar is `length` pixels long."""
    return round(2 * (look.half_length + _MARGIN) * length), round(2 * (look.half_width + _MARGIN) * length)


def draw_tile(look: DrawnSet, above: int, below: int, length: float) -> tuple[Picture, Floats]:
    """The picture of a tile and its mask (0 to 1), both of the size that `tile_size` gives."""
    rows, columns = tile_size(look, length)
    middle = np.array([(columns - 1) / 2, (rows - 1) / 2])
    mask = _rounded((rows, columns), look, length)
    picture = np.empty((rows, columns, 3), np.uint8)
    picture[:] = np.array(look.body).round()
    rim = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.03 * length))
    picture[:] = np.clip(picture * (0.55 + 0.45 * np.minimum(1, rim * 1.6 - 0.35))[..., None].clip(0, 1), 0, 255)
    _draw_bar(picture, look, middle, length)
    for pips, side in ((above, -1), (below, 1)):
        if pips:
            _draw_pips(picture, look, pips, middle, side * length)
    return picture, mask


def _rounded(shape: tuple[int, int], look: DrawnSet, length: float) -> Floats:
    mask = np.zeros(shape, np.float32)
    radius = max(1, round(0.1 * length))
    left, top = (round(_MARGIN * length) for _ in range(2))
    right, bottom = shape[1] - 1 - left, shape[0] - 1 - top
    cv2.rectangle(mask, (left + radius, top), (right - radius, bottom), 1, -1)
    cv2.rectangle(mask, (left, top + radius), (right, bottom - radius), 1, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(mask, (x, y), radius, 1, -1)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8))


def _draw_bar(picture: Picture, look: DrawnSet, middle: Floats, length: float) -> None:
    half = np.array([length / 2, look.bar_thickness * length / 2])
    start, end = (tuple(map(int, (middle + sign * half) * 2**_FINE)) for sign in (-1, 1))
    cv2.rectangle(picture, start, end, look.bar, -1, cv2.LINE_AA, _FINE)
    if look.has_pin:
        _circle(picture, middle, 0.09 * length, (150, 190, 205))
        _circle(picture, middle - 0.03 * length, 0.04 * length, (225, 240, 245))


def _draw_pips(picture: Picture, look: DrawnSet, pips: int, middle: Floats, length: float) -> None:
    """Draw the pips of one half. `length` is negative for the half above the bar."""
    face, colour = face_of(pips, look.variant), look.pips[pips - 1]
    apart = min(look.reach) * (2 / 3 if pips >= 10 else 1)
    radius = min(look.radius, 0.46 * apart if pips > 5 else 1.0) * abs(length)
    centre = np.array([0, look.half_length / 2 + 0.02])
    for place in face:
        at = middle + (centre + place * np.array(look.reach)) * np.array([abs(length), length])
        _circle(picture, at, radius, colour)
        if look.lit_from:
            light = np.array(look.lit_from) * radius
            _circle(picture, at - 0.5 * light, 0.62 * radius, _darker(colour, 0.72))
            _circle(picture, at + light, 0.22 * radius, _lighter(colour))


def _darker(colour: Colour, part: float) -> Colour:
    blue, green, red = (channel * part for channel in colour)
    return blue, green, red


def _lighter(colour: Colour) -> Colour:
    blue, green, red = (min(255.0, channel + 90) for channel in colour)
    return blue, green, red


def _circle(picture: Picture, at: Floats, radius: float, colour: Colour) -> None:
    x, y = (int(coordinate) for coordinate in at * 2**_FINE)
    cv2.circle(picture, (x, y), max(1, int(radius * 2**_FINE)), colour, -1, cv2.LINE_AA, _FINE)
