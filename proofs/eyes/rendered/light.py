"""Light and camera: what turns a drawn picture into a photo. Pictures are floats from 0 to 255."""

import cv2
import numpy as np

from eyes.arrays import Floats, Picture


def _parts(picture: Floats) -> tuple[Floats, Floats]:
    """The x and y of every pixel, measured from the middle as fractions of the longer side."""
    rows, columns = picture.shape[:2]
    longest = max(rows, columns)
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    return (x - columns / 2) / longest, (y - rows / 2) / longest


def _slope(picture: Floats, rng: np.random.Generator) -> Floats:
    x, y = _parts(picture)
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y)


def tinted(picture: Floats, rng: np.random.Generator, most: float) -> Floats:
    """The picture with light that falls off to one side by up to the fraction `most`."""
    return np.asarray(picture * (1 + rng.uniform(-most, most) * _slope(picture, rng))[..., None])


def cast_shadow(picture: Floats, rng: np.random.Generator, left: float) -> Floats:
    """A shadow over about half the picture; the fraction `left` of the light remains in it."""
    edge = (_slope(picture, rng) - rng.uniform(-0.25, 0.25)) * rng.uniform(8, 60)
    return np.asarray(picture * (1 - (1 - left) / (1 + np.exp(-edge)))[..., None])


def put_glare(picture: Floats, rng: np.random.Generator, most: float, size: float) -> Floats:
    """The picture with a spot that is up to `most` tones brighter. `size` is its radius as a fraction of the longer side."""
    x, y = _parts(picture)
    at_x, at_y = rng.uniform(-0.4, 0.4, 2)
    return np.asarray(picture + most * np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / size**2)[..., None])


def blurred(picture: Floats, rng: np.random.Generator, amount: float) -> Floats:
    """The picture out of focus by `amount` pixels or, one time in four, with a motion blur three times as long."""
    if rng.random() < 0.75:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), amount))
    side = 2 * round(1.5 * amount) + 1
    turn = cv2.getRotationMatrix2D((side // 2, side // 2), rng.uniform(0, 180), 1)
    line = np.zeros((side, side), np.float32)
    line[side // 2] = 1
    line = np.asarray(cv2.warpAffine(line, turn, (side, side)))
    return np.asarray(cv2.filter2D(picture, -1, line / max(float(line.sum()), 1e-3)))


def put_noise(picture: Floats, rng: np.random.Generator, amount: float, quality: int | None) -> Picture:
    """The picture as a camera stores it: with noise, and as a JPEG of this quality unless `quality` is None."""
    noisy = picture + amount * rng.standard_normal(picture.shape, np.float32)
    taken = np.clip(noisy, 0, 255).astype(np.uint8)
    if quality is None:
        return taken
    written = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(written, cv2.IMREAD_COLOR), np.uint8)
