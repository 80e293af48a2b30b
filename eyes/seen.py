"""The tiles read from a photo, and the error for a photo that cannot be read.

Pages can import this without loading any library.
"""

from dataclasses import dataclass

MOST_BYTES = 6 << 20
MOST_PIXELS = 25_000_000
HIGHEST = 12


class PhotoError(ValueError):
    """Raised for a photo that cannot be read. The message is a sentence for users."""


@dataclass(frozen=True)
class SeenTile:
    """A tile in a photo: its two halves, its outline, and whether both readers agree on both halves.

    The corners go around the tile, as fractions from 0 to 1 of the width and height of the picture as a browser
    shows it. The first two are at the end with the half `high`, the last two at the end with `low`.
    """

    high: int
    low: int
    corners: tuple[tuple[float, float], ...]
    is_sure: bool
