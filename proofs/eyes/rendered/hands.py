"""Photos of whole hands: tiles of one set on a table, seen by a camera, with the pips and position of each tile.

`render_hand(seed, CONDITIONS["glare"])` is the same picture every time.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import cv2
import numpy as np

from eyes.arrays import Floats, Picture
from proofs.eyes.rendered.light import blurred, cast_shadow, put_glare, put_noise, tinted
from proofs.eyes.rendered.sets import SETS, DrawnSet, worn
from proofs.eyes.rendered.tables import TABLES
from proofs.eyes.rendered.tiles import draw_tile, tile_size

_WIDTH, _HEIGHT = 1600, 1200
_MOST_TILES = 15
_EDGE = 0.06  # of the picture stays free, so that no tile is cut off
_TRIES = 60
_FOCAL = 1.3  # of the camera, in widths of the picture


@dataclass(frozen=True, kw_only=True)
class Condition:
    """The table, light and camera of a photo. Pairs are the minimum and the maximum."""

    table: str | None = None
    tilt: tuple[float, float] = (0, 8)  # degrees
    light: tuple[float, float] = (0.8, 1.05)
    blur: tuple[float, float] = (0.5, 0.9)  # pixels
    noise: tuple[float, float] = (1, 4)
    shadow: float = 0  # how often
    glare: float = 0
    touching: float = 0


CONDITIONS: dict[str, Condition] = {
    "plain": Condition(table="dark"),
    "wood": Condition(table="wood"),
    "white cloth": Condition(table="white cloth"),
    "pattern": Condition(table="pattern"),
    "dim light": Condition(light=(0.3, 0.5), noise=(4, 9)),
    "tilt": Condition(tilt=(20, 35)),
    "blur": Condition(blur=(1.5, 2.5)),
    "shadow": Condition(shadow=1),
    "glare": Condition(glare=1),
    "touching": Condition(touching=1),
    "mixed": Condition(
        tilt=(0, 35), light=(0.4, 1.1), blur=(0.5, 1.8), noise=(1, 7), shadow=0.3, glare=0.2, touching=0.4
    ),
}


@dataclass(frozen=True)
class RenderedHand:
    """A photo of a hand as pixels, its tiles, their corners as fractions of the photo, and the highest double of the set."""

    picture: Picture
    tiles: tuple[tuple[int, int], ...]
    corners: tuple[Floats, ...]
    highest: int

    def as_jpeg(self, quality: int = 85) -> bytes:
        """The photo's bytes."""
        return bytes(cv2.imencode(".jpg", self.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def render_hand(seed: int, condition: Condition, most: int = _MOST_TILES) -> RenderedHand:
    """A photo of a hand of 1 to `most` tiles under a condition. The same seed gives the same photo.

    Consecutive seeds use the kinds of sets in turn.
    """
    rng = np.random.default_rng(seed)
    look = worn(list(SETS.values())[seed % len(SETS)], rng)
    highest = int(rng.choice([6, 9, 12], p=[0.15, 0.25, 0.6]))
    box = list(combinations_with_replacement(range(highest + 1), 2))
    count = int(rng.integers(1, most + 1))
    hand = [box[at] for at in rng.choice(len(box), count, replace=False)]
    ground = TABLES[condition.table or rng.choice(list(TABLES))](rng, (_HEIGHT, _WIDTH)).astype(np.float32)
    length = _bar_length(rng, look, count)
    places = _places_in_rows if rng.random() < condition.touching else _places_apart
    laid = list(zip(hand, places(rng, look, length, count), strict=False))
    corners = [_lay(ground, rng, look, tile, length, matrix) for tile, matrix in laid]
    seen, camera = _seen_by_camera(ground, rng, rng.uniform(*condition.tilt))
    shown = tuple(cv2.perspectiveTransform(outline[None], camera)[0] / [_WIDTH, _HEIGHT] for outline in corners)
    return RenderedHand(_taken(seen, rng, condition), tuple(tile for tile, _ in laid), shown, highest)


def _bar_length(rng: np.random.Generator, look: DrawnSet, count: int) -> float:
    """A bar length, in pixels, at which this many tiles leave more than half of the table free."""
    tile = 4 * look.half_width * look.half_length
    fits = np.sqrt(0.3 * _WIDTH * _HEIGHT / (tile * max(count, 3)))
    return float(np.clip(fits * rng.uniform(0.75, 1), 55, 170))


def _matrix(angle: float, at: Floats) -> Floats:
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.hstack([turn, at[:, None]]).astype(np.float32)


def _places_apart(rng: np.random.Generator, look: DrawnSet, length: float, count: int) -> list[Floats]:
    """Places anywhere and at any angle, with space between the tiles. Tiles for which no room is found are left out."""
    radius = length * float(np.hypot(look.half_width, look.half_length))
    free = np.array([_WIDTH, _HEIGHT])
    placed: list[tuple[Floats, Floats]] = []
    for _ in range(count):
        for _ in range(_TRIES):
            at = rng.uniform(_EDGE * free + radius, (1 - _EDGE) * free - radius)
            matrix = _matrix(rng.uniform(0, 2 * np.pi), at)
            tile = _corners(look, length * 1.06, matrix)
            if all(cv2.intersectConvexConvex(tile, neighbour)[0] == 0 for neighbour, _ in placed):
                placed.append((tile, matrix))
                break
    return [matrix for _, matrix in placed]


def _places_in_rows(rng: np.random.Generator, look: DrawnSet, length: float, count: int) -> list[Floats]:
    """Places side by side in touching rows, with the whole block turned a little."""
    wide, high = 2 * look.half_width * length, 2 * look.half_length * length
    across = min(count, int((1 - 3 * _EDGE) * _WIDTH / wide), 8)
    down = -(-count // across)
    angle, middle = rng.uniform(-0.12, 0.12), np.array([_WIDTH / 2, _HEIGHT / 2])
    places = []
    for at in range(count):
        row, column = divmod(at, across)
        gap = rng.uniform(0, 0.03, 2) * length
        away = np.array([(column - (across - 1) / 2) * (wide + 2), (row - (down - 1) / 2) * (high + 3)]) + gap
        is_turned = rng.random() < 0.5
        place = middle + _matrix(angle, middle)[:, :2] @ away
        places.append(_matrix(angle + np.pi * is_turned + rng.normal(0, 0.01), place))
    inside = np.array([_WIDTH, _HEIGHT]) * (1 - _EDGE / 2)
    return [
        matrix
        for matrix in places
        if (np.abs(_corners(look, length, matrix) * 2 - inside / (1 - _EDGE / 2)) < inside).all()
    ]


def _corners(look: DrawnSet, length: float, matrix: Floats) -> Floats:
    """The corners, in pixels, of a tile on the table, starting with those of its first half."""
    x, y = look.half_width * length, look.half_length * length
    flat = np.array([[-x, -y], [x, -y], [x, y], [-x, y]], np.float32)
    return (flat @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def _lay(
    ground: Floats, rng: np.random.Generator, look: DrawnSet, tile: tuple[int, int], length: float, matrix: Floats
) -> Floats:
    """Draws a tile with its shadow onto the table, and returns its corners."""
    picture, mask = draw_tile(look, *tile, length)
    rows, columns = tile_size(look, length)
    middle = np.array([(columns - 1) / 2, (rows - 1) / 2])
    x, y = (int(coordinate) for coordinate in matrix[:, 2] - np.hypot(rows, columns) / 2 - 20)
    side = int(np.hypot(rows, columns)) + 40
    left, top = max(0, x), max(0, y)
    part = ground[top : y + side, left : x + side]
    shift = matrix[:, 2] - matrix[:, :2] @ middle - [left, top]
    moved = np.hstack([matrix[:, :2], shift[:, None]]).astype(np.float32)
    size = part.shape[1::-1]
    cover = np.asarray(cv2.warpAffine(mask, moved, size))[..., None]
    shade = np.roll(cv2.GaussianBlur(cover, (0, 0), 5), rng.integers(0, 7, 2), (0, 1))[..., None]
    part *= 1 - 0.45 * shade
    part *= 1 - cover
    part += np.asarray(cv2.warpAffine(picture.astype(np.float32), moved, size)) * cover
    return _corners(look, length, matrix)


def _seen_by_camera(ground: Floats, rng: np.random.Generator, tilt: float) -> tuple[Floats, Floats]:
    """The table as seen by a camera tilted this many degrees in a random direction, and the 3 by 3 matrix of that view."""
    axis = rng.uniform(0, 2 * np.pi)
    turn, _ = cv2.Rodrigues(np.deg2rad(tilt) * np.array([np.cos(axis), np.sin(axis), 0]))
    size, focal = np.array([_WIDTH, _HEIGHT]), _FOCAL * _WIDTH
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    space = np.hstack([flat - size / 2, np.zeros((4, 1))]) @ turn.T
    seen = space[:, :2] * focal / (focal + space[:, 2:])
    seen *= (size / np.ptp(seen, axis=0)).min()
    seen += size / 2 - (seen.min(0) + seen.max(0)) / 2
    camera = cv2.getPerspectiveTransform(flat.astype(np.float32), seen.astype(np.float32))
    shown = cv2.warpPerspective(
        ground, camera, (_WIDTH, _HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, np.float32), np.asarray(camera, np.float64)


def _taken(picture: Floats, rng: np.random.Generator, condition: Condition) -> Picture:
    picture = tinted(picture, rng, 0.25)
    if rng.random() < condition.shadow:
        picture = cast_shadow(picture, rng, rng.uniform(0.4, 0.7))
    if rng.random() < condition.glare:
        picture = put_glare(picture, rng, rng.uniform(60, 180), rng.uniform(0.04, 0.14))
    warmth = rng.uniform([0.85, 0.95, 0.95], [1.02, 1.0, 1.03])
    picture = blurred(picture * rng.uniform(*condition.light) * warmth, rng, rng.uniform(*condition.blur))
    return put_noise(picture.astype(np.float32), rng, rng.uniform(*condition.noise), None)
