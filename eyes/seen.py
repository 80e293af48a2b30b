"""The tiles read from a photo, and the error if it cannot be read. Pages import this up front: it needs no library."""

from dataclasses import dataclass

MOST_BYTES = 6 << 20
MOST_PIXELS = 25_000_000
HIGHEST = 12


class PhotoError(ValueError):
    """A photo that cannot be read. Its message is a sentence for people."""


@dataclass(frozen=True)
class SeenTile:
    """A tile in a photo: its two halves, its outline, and True if both readers agree on both halves.

    The corners go around the tile in fractions of the picture's width and height, 0 to 1, as a browser shows it. The
    first two are the end with the half `high`; the last two are the end with `low`.
    """

    high: int
    low: int
    corners: tuple[tuple[float, float], ...]
    is_sure: bool
