"""Kinds of domino sets, as they are drawn: eight that are sold, and made-up ones for training."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from eyes.faces import FACES

Colour = tuple[float, float, float]  # blue, green, red, 0 to 255

_BLACK: Colour = (28, 26, 26)
# The colours that coloured sets give to 1 to 12.
_COLOURED: tuple[Colour, ...] = (
    (200, 150, 40),
    (60, 140, 40),
    (50, 40, 200),
    (40, 70, 120),
    (150, 60, 30),
    (30, 170, 225),
    (150, 80, 220),
    (140, 130, 20),
    (130, 30, 110),
    (20, 110, 235),
    (90, 20, 150),
    (120, 115, 110),
)


@dataclass(frozen=True, kw_only=True)
class DrawnSet:
    """The look of a set's tiles. Sizes are in lengths of the bar."""

    body: Colour
    pips: tuple[Colour, ...]
    bar: Colour = _BLACK
    half_width: float = 0.62
    half_length: float = 1.25
    bar_thickness: float = 0.12
    radius: float = 0.1
    reach: tuple[float, float] = (0.35, 0.38)
    variant: int = 0
    lit_from: tuple[float, float] | None = None  # for engraved pips: where their light edge lies, in their radii
    has_pin: bool = False


SETS: dict[str, DrawnSet] = {
    "white, black pips": DrawnSet(body=(245, 247, 248), pips=(_BLACK,) * 12),
    "white, coloured pips": DrawnSet(body=(244, 246, 247), pips=_COLOURED, lit_from=(-0.4, -0.4)),
    "white, large coloured pips": DrawnSet(body=(236, 240, 242), pips=_COLOURED, radius=0.12, reach=(0.37, 0.41)),
    "ivory, black pips": DrawnSet(body=(196, 226, 238), pips=(_BLACK,) * 12, lit_from=(-0.4, -0.4)),
    "ivory, coloured pips": DrawnSet(body=(200, 228, 240), pips=_COLOURED, radius=0.092, variant=1),
    "ivory, brown pips and a pin": DrawnSet(
        body=(188, 220, 236), pips=((30, 45, 75),) * 12, bar_thickness=0.09, has_pin=True
    ),
    "light wood, burnt pips": DrawnSet(body=(140, 190, 222), pips=((25, 40, 62),) * 12, bar=(25, 40, 62)),
    "mint, dark blue pips": DrawnSet(body=(205, 232, 196), pips=((110, 45, 30),) * 12, bar=(110, 45, 30)),
}


def made_up_set(rng: np.random.Generator) -> DrawnSet:
    """A set that nobody sells, with any light body, any darker pips, and any sizes in the range."""
    tone = rng.uniform(200, 255)
    body = (tone * rng.uniform(0.6, 1), tone * rng.uniform(0.85, 1), tone)
    if rng.random() < 0.4:
        body = (tone, tone, tone)
    pips: tuple[Colour, ...] = tuple(_made_up_colour(rng) for _ in range(12))
    half_width, half_length = rng.uniform(0.55, 0.7), rng.uniform(1.13, 1.4)
    return DrawnSet(
        body=body,
        pips=(pips[0],) * 12 if rng.random() < 0.4 else pips,
        bar=(rng.uniform(5, 70),) * 3,
        half_width=half_width,
        half_length=half_length,
        bar_thickness=rng.uniform(0.09, 0.19),
        radius=rng.uniform(0.065, 0.135),
        reach=(min(rng.uniform(0.27, 0.44), half_width - 0.17), min(rng.uniform(0.29, 0.48), half_length / 2 - 0.15)),
        variant=int(rng.integers(4)),
        lit_from=tuple(rng.uniform(-0.5, 0.5, 2)) if rng.random() < 0.6 else None,
        has_pin=rng.random() < 0.15,
    )


def _made_up_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.4:
        tone = rng.uniform(0, 70) if kind < 0.27 else rng.uniform(90, 180)
        blue, green, red = np.clip(tone + rng.normal(0, 9, 3), 0, 255)
        return float(blue), float(green), float(red)
    shade = np.array([[[rng.uniform(0, 180), rng.uniform(110, 255), rng.uniform(60, 255)]]], np.uint8)
    blue, green, red = cv2.cvtColor(shade, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    return float(blue), float(green), float(red)


def worn(look: DrawnSet, rng: np.random.Generator) -> DrawnSet:
    """The same kind of set from another maker, with slightly different sizes."""
    return replace(
        look,
        half_width=look.half_width * rng.uniform(0.96, 1.06),
        half_length=look.half_length * rng.uniform(0.95, 1.06),
        bar_thickness=look.bar_thickness * rng.uniform(0.8, 1.3),
        radius=look.radius * rng.uniform(0.88, 1.12),
        variant=int(rng.integers(4)),
    )


def face_of(pips: int, variant: int) -> np.ndarray[tuple[int, int], np.dtype[np.floating]]:
    """The places of the pips for a number, in one of its customary layouts."""
    faces = FACES[pips]
    # The rare faces of 2 and of 6 to 12 that are drawn the other way round are for the last variant alone.
    return faces[variant % len(faces)] if pips in (2, 3) or variant == 3 else faces[0]
