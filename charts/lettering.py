"""The letters that the bundled font has, and the width of text set in that font.

Both are read once, from the font itself.
"""

import struct
from functools import cache
from pathlib import Path

FONTS = Path(__file__).with_name("fonts")
FAMILY = "Roboto Condensed"
FONT_FILES = tuple(str(FONTS / f"RobotoCondensed-{style}.ttf") for style in ("Regular", "Bold"))
_CUT = "…"


@cache
def _widths(file: str) -> dict[str, float]:
    """The width of each letter of a font, as a fraction of the font's size."""
    font = Path(file).read_bytes()
    count = struct.unpack_from(">H", font, 4)[0]
    tables = {
        tag: start for tag, _, start, _ in (struct.unpack_from(">4sLLL", font, 12 + 16 * at) for at in range(count))
    }
    units = struct.unpack_from(">H", font, tables[b"head"] + 18)[0]
    metrics = struct.unpack_from(">H", font, tables[b"hhea"] + 34)[0]

    def width(glyph: int) -> float:
        # The last width in the table applies to all later glyphs too.
        return float(struct.unpack_from(">H", font, tables[b"hmtx"] + 4 * min(glyph, metrics - 1))[0] / units)

    return {chr(code): width(glyph) for code, glyph in _glyphs(font, tables[b"cmap"]).items()}


def _glyphs(font: bytes, cmap: int) -> dict[int, int]:
    """The glyph number of each character, from the format 4 table in the font's `cmap` (OpenType)."""
    subtables = struct.unpack_from(">H", font, cmap + 2)[0]
    starts = [cmap + struct.unpack_from(">HHL", font, cmap + 4 + 8 * at)[2] for at in range(subtables)]
    at = next(start for start in starts if struct.unpack_from(">H", font, start)[0] == 4)
    segments = struct.unpack_from(">H", font, at + 6)[0] // 2
    ends, begins, deltas, offsets = (at + 14 + 2 * segments * part + (2 if part else 0) for part in range(4))
    glyphs: dict[int, int] = {}
    for segment in range(segments):
        last, first, delta, offset = (
            struct.unpack_from(">H", font, part + 2 * segment)[0] for part in (ends, begins, deltas, offsets)
        )
        for code in range(first, min(last, 0xFFFE) + 1):
            place = offsets + 2 * segment + offset + 2 * (code - first)
            glyph = struct.unpack_from(">H", font, place)[0] if offset else code
            if glyph and (glyph + delta) % 0x10000:
                glyphs[code] = (glyph + delta) % 0x10000
    return glyphs


def drawable(text: str) -> str:
    """The text without the characters that the font lacks, such as emoji; empty if no letter or digit is left."""
    letters = _widths(FONT_FILES[0]).keys() & _widths(FONT_FILES[1]).keys()
    left = " ".join("".join(letter for letter in text if letter in letters).split())
    return left if any(letter.isalnum() for letter in left) else ""


def width_of(text: str, size: float, *, is_bold: bool = False) -> float:
    """The width of text at this size, without kerning. Letters that the font lacks count as 0."""
    widths = _widths(FONT_FILES[is_bold])
    return size * sum(widths.get(letter, 0.0) for letter in text)


def fit(text: str, most: float, size: float, least: float = 0.0) -> tuple[str, float]:
    """The text, and the largest size up to `size` at which the text is at most `most` wide in bold.

    If that size is below `least`, the text is cut to fit at `least`.
    """
    wide = width_of(text, size, is_bold=True)
    if wide <= most:
        return text, size
    if size * most / wide >= least:
        return text, size * most / wide
    while text and width_of(text + _CUT, least, is_bold=True) > most:
        text = text[:-1]
    return text.rstrip() + _CUT, least


def wrap(text: str, most: float, size: float) -> list[str]:
    """The text, broken between words into lines that are at most `most` wide, unless a single word is wider."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
