"""Halves to train the network on: tiles of made-up sets, with others nearby, badly cut out and badly lit."""

import cv2
import numpy as np

from eyes.arrays import Floats, Picture
from eyes.patches import NET_SIDE
from proofs.eyes.rendered.light import blurred, cast_shadow, put_glare, put_noise, tinted
from proofs.eyes.rendered.sets import made_up_set
from proofs.eyes.rendered.tiles import draw_tile

_FINER = 2
_SIDE = NET_SIDE * _FINER
_LENGTH = _SIDE / 1.36  # a half is cut out 1.36 lengths of the bar wide and high, with the bar at its top edge


def draw_half(rng: np.random.Generator, pips: int) -> Picture:
    """One half with this number of pips as the network sees it: NET_SIDE by NET_SIDE pixels."""
    look = made_up_set(rng)
    ground = _ground(rng)
    for away in _neighbours(rng, look.half_width, look.half_length):
        above, below = (int(count) for count in rng.integers(0, 13, 2))
        _lay(ground, *draw_tile(look, above, below, _LENGTH), _matrix(rng, away, 0.3))
    tile, mask = draw_tile(look, int(rng.integers(0, 13)), pips, _LENGTH)
    if rng.random() < 0.15:
        _soil(tile, rng)
    matrix = _matrix(rng, np.zeros(2), 1)
    shade = cv2.GaussianBlur(_placed(mask, matrix), (0, 0), 4)[..., None]
    ground *= 1 - rng.uniform(0, 0.6) * np.roll(shade, rng.integers(-5, 6, 2), axis=(0, 1))
    _lay(ground, tile, mask, matrix)
    if rng.random() < 0.4:
        ground = tinted(ground, rng, 0.5)
    if rng.random() < 0.25:
        ground = cast_shadow(ground, rng, rng.uniform(0.35, 0.8))
    if rng.random() < 0.2:
        ground = put_glare(ground, rng, rng.uniform(40, 200), rng.uniform(0.1, 0.4))
    ground *= rng.uniform(0.45, 1.1) * rng.uniform(0.75, 1.1, 3)
    if rng.random() < 0.8:
        ground = blurred(ground, rng, rng.uniform(0.4, 5))
    small = np.asarray(cv2.resize(ground, (NET_SIDE, NET_SIDE), interpolation=cv2.INTER_AREA), np.float32)
    return put_noise(small, rng, rng.uniform(0, 12), int(rng.integers(35, 96)) if rng.random() < 0.4 else None)


def _ground(rng: np.random.Generator) -> Floats:
    tone = rng.uniform(5, 250) if rng.random() < 0.5 else rng.uniform(30, 240, 3)
    rough = cv2.resize(rng.normal(0, 1, rng.integers(4, 40, 2)).astype(np.float32), (_SIDE, _SIDE))
    return np.asarray(tone + rng.uniform(0, 25) * rough[..., None] + np.zeros((_SIDE, _SIDE, 3)), np.float32)


def _neighbours(rng: np.random.Generator, half_width: float, half_length: float) -> list[Floats]:
    """The positions of up to three nearby tiles, in bar lengths from the middle of the tile."""
    gap = rng.uniform(0.02, 0.1, 3)
    places = [
        (2 * half_width + gap[0], rng.uniform(-half_length, half_length)),
        (-2 * half_width - gap[1], rng.uniform(-half_length, half_length)),
        (rng.uniform(-half_width, half_width), 2 * half_length + gap[2]),
    ]
    return [np.array(place) for place in places if rng.random() < 0.3]


def _matrix(rng: np.random.Generator, away: Floats, part: float) -> Floats:
    """The matrix (2 by 2, then the shift of the middle) that places a tile in the cutout, with errors of detection and tilt."""
    turn, lean, slant = rng.normal(0, [0.07, 0.12, 0.03]) * part
    wide, high = 1 + (rng.uniform([0.9, 0.72], [1.12, 1.18]) - 1) * part
    inner = np.array(
        [[np.cos(turn) * wide, -np.sin(turn) + lean], [np.sin(turn) + slant, np.cos(turn) * high]], np.float32
    )
    bar = np.array([(_SIDE - 1) / 2, 0])
    shift = bar + away * _LENGTH + rng.normal(0, 0.02 * _LENGTH * part, 2)
    return np.hstack([inner, shift[:, None]]).astype(np.float32)


def _soil(tile: Picture, rng: np.random.Generator) -> None:
    """Draw specks of dirt on a tile, all smaller than a pip."""
    for _ in range(int(rng.integers(1, 5))):
        x, y = (int(rng.integers(side)) for side in tile.shape[1::-1])
        tone = float(rng.uniform(60, 190))
        cv2.circle(tile, (x, y), int(rng.integers(1, 3)), (tone, tone, tone), -1)


def _placed(drawn: Floats, matrix: Floats) -> Floats:
    rows, columns = drawn.shape[:2]
    middle = np.array([(columns - 1) / 2, (rows - 1) / 2])
    moved = np.hstack([matrix[:, :2], (matrix[:, 2] - matrix[:, :2] @ middle)[:, None]])
    return np.asarray(cv2.warpAffine(drawn, moved, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR))


def _lay(ground: Floats, tile: Picture, mask: Floats, matrix: Floats) -> None:
    cover = _placed(mask, matrix)[..., None]
    ground *= 1 - cover
    ground += _placed(tile.astype(np.float32), matrix) * cover
