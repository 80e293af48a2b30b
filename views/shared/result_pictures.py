"""Pictures of results as PNG files: drawn once for each version, one at a time, and remembered while there is room."""

import hashlib
from collections import OrderedDict
from threading import Lock

from resvg_py import svg_to_bytes

from charts.lettering import FONT_FILES

MOST_DRAWN = 24
_VERSION_LETTERS = 16

_drawing = Lock()
_drawn: OrderedDict[str, bytes] = OrderedDict()


def version_of(svg: str) -> str:
    """The version of a picture. It changes with everything that can be seen on it."""
    return hashlib.sha256(svg.encode()).hexdigest()[:_VERSION_LETTERS]


def is_drawn(version: str) -> bool:
    """True if a picture of this version is remembered, so that `draw_png` has nothing to draw."""
    return version in _drawn


def draw_png(svg: str) -> bytes:
    """The picture as a PNG. Phones that ask while it is drawn wait for it, so that it is drawn once."""
    version = version_of(svg)
    with _drawing:
        if version not in _drawn:
            _drawn[version] = svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(FONT_FILES))
            while len(_drawn) > MOST_DRAWN:
                _drawn.popitem(last=False)
        _drawn.move_to_end(version)
        return _drawn[version]
