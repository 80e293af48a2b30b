"""Finds the divider bar of every tile: a thin dark rectangle with an equally bright body on both sides and past both ends.

A bar can be found even where the outline of a tile cannot: where tiles touch, on a white cloth, and on
blanks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from eyes.arrays import Floats, Picture, Tones, brightest

# The radii of the closings, in pixels: each closing fills bars up to about twice its radius in thickness.
# Thresholds are fractions of the body's tone.
_RADII = (9, 17, 33)
_THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7)
_JOINED_THRESHOLDS = (0.4, 0.6)
_FAINT_THRESHOLDS = (0.8, 0.87, 0.93)
_LEAST_LENGTH, _MOST_LENGTH = 0.018, 0.4  # fractions of the picture's longer side
_LEAST_SHAPE, _MOST_SHAPE = 3.2, 22  # length divided by thickness
_LEAST_FILL = 0.62
_DARKEST_BODY = 45
# A pin covers at most a quarter of the bar's length; the centers of the two parts left are then 1.7 part lengths apart.
_MOST_APART = 1.7
_MOST_PARTS = 9000  # more connected parts than this are noise


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A divider bar: its center, length and thickness in pixels, its direction as a unit vector, and how clear it is.

    `body` is the tone of the tile around the bar, from 0 to 255.
    """

    centre: Floats
    along: Floats
    length: float
    thickness: float
    score: float
    body: float

    @property
    def across(self) -> Floats:
        return np.array([-self.along[1], self.along[0]], np.float32)

    def places(self, along: Floats, across: Floats) -> Floats:
        """Convert places, given in bar lengths from the center of the bar, to pixels. The last axis is x and y."""
        steps = along[..., None] * self.along + across[..., None] * self.across
        return np.asarray(self.centre + np.float32(self.length) * steps, np.float32)


@dataclass(frozen=True)
class Plainness:
    """The requirements for a shape to count as a bar, as fractions.

    `darkest` is the brightest tone that a bar may have, compared with the body. `flanked` is the part of the bar
    that must have bright flanks. `ends` is how bright the tile must be past both ends, compared with the body.
    """

    darkest: float
    flanked: float
    ends: float


_PLAIN, _FAINT = Plainness(0.72, 0.72, 0.55), Plainness(0.95, 0.6, 0.7)


def find_bars(picture: Picture) -> list[Bar]:
    """The bars in a picture, clearest first; at most one at each place."""
    tones = cv2.GaussianBlur(brightest(picture), (3, 3), 0)
    shapes = [shape for radius in _RADII for shape in _dark_shapes(tones, radius, _THRESHOLDS)]
    return _one_a_place(_with_bodies(tones, shapes, _PLAIN))


def find_faint_bars(picture: Picture, thickness: float) -> list[Bar]:
    """Possible bars of this thickness, washed out by light or blur; most turn out to be something else."""
    tones = cv2.GaussianBlur(brightest(picture), (3, 3), 0)
    radius = next((radius for radius in _RADII if thickness < 1.5 * radius), _RADII[-1])
    return _one_a_place(_with_bodies(tones, list(_dark_shapes(tones, radius, _FAINT_THRESHOLDS)), _FAINT))


def _one_a_place(candidates: Iterable[Bar]) -> list[Bar]:
    bars: list[Bar] = []
    for bar in sorted(candidates, key=lambda bar: -bar.score):
        if all(_distance(bar, other) > 0.45 * max(bar.length, other.length) for other in bars):
            bars.append(bar)
    return bars


def _distance(bar: Bar, other: Bar) -> float:
    return float(np.hypot(*(bar.centre - other.centre)))


def _dark_shapes(tones: Tones, radius: int, thresholds: Iterable[float]) -> Iterator[tuple[float, ...]]:
    """The long thin shapes darker than their surroundings, as (x, y, direction x, direction y, length, thickness, fill)."""
    side = (2 * radius + 1, 2 * radius + 1)
    is_small = radius == _RADII[0]
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE if is_small else cv2.MORPH_RECT, side)
    closed = cv2.morphologyEx(tones, cv2.MORPH_CLOSE, kernel)
    ratio = cv2.divide(tones, closed, scale=255)
    ratio[closed < _DARKEST_BODY] = 255
    for threshold in thresholds:
        dark = (ratio < 255 * threshold).astype(np.uint8)
        yield from _thin_parts(dark, radius)
        if not is_small and threshold in _JOINED_THRESHOLDS:
            yield from _thin_parts(cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), radius)


def _thin_parts(dark: Tones, radius: int) -> Iterator[tuple[float, ...]]:
    longest = max(dark.shape)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    if count > _MOST_PARTS:
        return
    widths, heights, areas = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    sides = np.maximum(widths, heights)
    is_long = (sides >= _LEAST_LENGTH * longest) & (sides <= _MOST_LENGTH * longest)
    is_thin = (areas >= 25) & (areas * _LEAST_SHAPE <= 1.2 * (widths**2 + heights**2))
    for label in np.nonzero(is_long & is_thin)[0]:
        if label == 0:
            continue
        x, y, width, height, area = boxes[label]
        rows, columns = np.nonzero(labels[y : y + height, x : x + width] == label)
        shape = _measured(columns, rows)
        fill = area / (shape[4] * shape[5])
        is_a_bar = (
            shape[4] >= _LEAST_LENGTH * longest
            and _LEAST_SHAPE < shape[4] / shape[5] < _MOST_SHAPE
            and fill >= _LEAST_FILL
            and shape[5] <= 2.2 * radius
        )
        if is_a_bar:
            yield (shape[0] + x, shape[1] + y, *shape[2:], fill)


def _measured(columns: Tones, rows: Tones) -> tuple[float, ...]:
    """The middle of a set of pixels, the direction of its longest axis, and its length and thickness."""
    points = np.stack([columns, rows], 1).astype(np.float32)
    away = points - points.mean(0)
    xx, xy, yy = float(away[:, 0] @ away[:, 0]), float(away[:, 0] @ away[:, 1]), float(away[:, 1] @ away[:, 1])
    angle = np.arctan2(2 * xy, xx - yy) / 2
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    turned = points @ axes.T
    least, most = turned.min(0), turned.max(0)
    middle = (least + most) / 2 @ axes
    return (*map(float, middle), *map(float, axes[0]), *map(float, most - least + 1))


# Places in bar lengths. The flanks begin beside the bar, so their distance depends on its thickness.
_COLUMNS = np.linspace(-0.42, 0.42, 22, dtype=np.float32)
_CORE_ROWS = np.linspace(-0.15, 0.15, 3, dtype=np.float32)
_FLANK_ROWS = np.linspace(0.04, 0.16, 5, dtype=np.float32)
_PAST_ENDS = np.linspace(0.535, 0.6, 5, dtype=np.float32)
_PAST_ROWS = np.linspace(-0.03, 0.03, 3, dtype=np.float32)


def _with_bodies(tones: Tones, shapes: list[tuple[float, ...]], least: Plainness) -> Iterator[Bar]:
    """The shapes inside a tile: those darker than its body, with equally bright flanks and body past both ends."""
    if not shapes:
        return
    made = np.array(shapes, np.float32)
    half = made[:, 5] / made[:, 4] / 2

    def sampled(along: Floats, across: Floats) -> Tones:
        """The tones around each shape, at places given in bar lengths.

        The axes of `along` are (column,), those of `across` are (shape, row), and those of the result are (shape, row,
        column).
        """
        u, v = along[None, None, :], np.broadcast_to(across, (len(made), across.shape[-1]))[:, :, None]
        (x, y, dx, dy, length) = (made[:, at, None, None] for at in range(5))
        xs, ys = x + length * (u * dx - v * dy), y + length * (u * dy + v * dx)
        return _remapped(tones, xs.reshape(len(made), -1), ys.reshape(len(made), -1)).reshape(xs.shape)

    core = sampled(_COLUMNS, _CORE_ROWS * 2 * half[:, None])
    above, below = (sampled(_COLUMNS, side * (half[:, None] + _FLANK_ROWS)) for side in (-1, 1))
    past = [sampled(side * _PAST_ENDS, _PAST_ROWS[None]) for side in (-1, 1)]
    bodies = np.stack([np.percentile(flank, 75, axis=(1, 2)) for flank in (above, below)])
    body = bodies.min(0)
    dark = np.percentile(core, 60, axis=(1, 2))
    beside = np.minimum(above.max(1), below.max(1))
    flanked = (beside * least.darkest > 0.9 * core.mean(1)).mean(1)
    ends = np.min([np.percentile(end, 70, axis=(1, 2)) for end in past], axis=0) / np.maximum(body, 1)
    is_in_a_tile = (
        (body >= _DARKEST_BODY)
        & (body >= 0.62 * bodies.max(0))
        & (dark <= least.darkest * body)
        & (flanked >= least.flanked)
        & (ends >= least.ends)
    )
    score = (1 - dark / np.maximum(body, 1)) * flanked * np.minimum(1, ends) * made[:, 6]
    for at in np.nonzero(is_in_a_tile)[0]:
        yield Bar(
            centre=made[at, :2],
            along=made[at, 2:4],
            length=float(made[at, 4]),
            thickness=float(made[at, 5]),
            score=float(score[at]),
            body=float(body[at]),
        )


def _remapped(tones: Tones, xs: Floats, ys: Floats) -> Tones:
    """The tones at many places, sampled in batches because the library takes at most 32,767 rows at a time."""
    parts = [slice(at, at + 30000) for at in range(0, len(xs), 30000)]
    made = [cv2.remap(tones, xs[part], ys[part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in parts]
    return np.concatenate(made).astype(np.float32)


def joined_over_pins(bars: list[Bar]) -> list[Bar]:
    """The bars, after joining pairs of short ones that line up: a pin in the middle of a tile splits its bar."""
    pairs = [(bar, other) for bar, other in combinations(bars, 2) if _are_two_halves(bar, other)]
    used: set[int] = set()
    joined = []
    # The closest pairs come first: the gap at a pin is smaller than the gap to the next tile in a row.
    for bar, other in sorted(pairs, key=lambda pair: _distance(*pair)):
        if not used & {id(bar), id(other)}:
            used |= {id(bar), id(other)}
            joined.append(_join(bar, other))
    return joined + [bar for bar in bars if id(bar) not in used]


def _are_two_halves(bar: Bar, other: Bar) -> bool:
    length = (bar.length + other.length) / 2
    away = other.centre - bar.centre
    return (
        max(bar.length / bar.thickness, other.length / other.thickness) <= 7
        and abs(np.log(bar.length / other.length)) <= 0.25
        and abs(float(bar.along @ other.along)) >= 0.98
        and abs(float(away @ bar.across)) < 0.12 * length
        and 0.9 * length < abs(float(away @ bar.along)) < _MOST_APART * length
    )


def _join(bar: Bar, other: Bar) -> Bar:
    away = other.centre - bar.centre
    distance = float(np.hypot(*away))
    return Bar(
        centre=(bar.centre + other.centre) / 2,
        along=away / distance,
        length=distance + (bar.length + other.length) / 2,
        thickness=(bar.thickness + other.thickness) / 2,
        score=max(bar.score, other.score),
        body=bar.body,
    )
