"""Tables that tiles lie on, drawn from above."""

from collections.abc import Callable

import cv2
import numpy as np

from eyes.arrays import Floats

Size = tuple[int, int]  # rows and columns


def _clouds(rng: np.random.Generator, size: Size, rows: int, columns: int) -> Floats:
    """Soft noise with about this many patches down and across, most of it between -1 and 1."""
    noise = rng.normal(0, 0.5, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(noise, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)[..., None]


def _dark(rng: np.random.Generator, size: Size) -> Floats:
    return np.asarray(rng.uniform(15, 70, 3) + 8 * _clouds(rng, size, 12, 16))


def _wood(rng: np.random.Generator, size: Size) -> Floats:
    brown = np.array([60, 100, 150]) * rng.uniform(0.5, 1.25)
    grain = _clouds(rng, size, 160, 6) + _clouds(rng, size, 40, 3)
    boards = np.zeros(size, np.float32)
    boards[:: max(1, size[0] // int(rng.integers(3, 7)))] = 1
    gaps = np.asarray(cv2.GaussianBlur(boards, (0, 0), 1.5))[..., None]
    return np.asarray(brown * (1 + 0.13 * grain) * (1 - gaps))


def _white_cloth(rng: np.random.Generator, size: Size) -> Floats:
    folds = _clouds(rng, size, 4, 3)
    thread = rng.normal(0, 4, (*size, 1)).astype(np.float32)
    return np.asarray(rng.uniform(205, 240) * np.array([0.98, 1, 1]) * (1 + 0.05 * folds) + thread)


def _pattern(rng: np.random.Generator, size: Size) -> Floats:
    rows, columns = np.mgrid[: size[0], : size[1]]
    step = int(rng.integers(40, 140))
    first, second = rng.uniform(40, 230, (2, 3))
    match rng.integers(3):
        case 0:
            is_second = (rows // step + columns // step) % 2 == 0
        case 1:
            is_second = (rows + columns) // step % 2 == 0
        case _:
            is_second = (rows % step - step / 2) ** 2 + (columns % step - step / 2) ** 2 < (step / 4) ** 2
    return np.asarray(np.where(is_second[..., None], first, second), np.float32)


TABLES: dict[str, Callable[[np.random.Generator, Size], Floats]] = {
    "dark": _dark,
    "wood": _wood,
    "white cloth": _white_cloth,
    "pattern": _pattern,
}
