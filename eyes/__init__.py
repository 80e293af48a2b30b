"""Reads the tiles in a photo, with pure functions on pictures.

The package's interface is `read_photo` and `python -m eyes`. Importing this module loads no library;
`read_photo` needs the `eyes` extra.
"""

from eyes.seen import HIGHEST, PhotoError, SeenTile

__all__ = ["HIGHEST", "PhotoError", "SeenTile", "read_photo"]


def read_photo(data: bytes, highest: int = HIGHEST) -> list[SeenTile]:
    """The tiles in a photo, in reading order. `highest`, from 0 to 12, is the most pips that a half can have.

    `data` is a JPEG, PNG or WebP. A tile counts as sure only if two independent readers agree on both halves.
    Raises PhotoError for anything that is not such a picture, is too large, or takes too long.
    """
    from eyes.reading import read_tiles

    return read_tiles(data, highest)
