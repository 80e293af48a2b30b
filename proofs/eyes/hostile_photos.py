"""Files that pretend to be photos: damaged or huge files, bombs, two formats in one, other formats. Made from a seed."""

import struct
import zlib
from collections.abc import Callable, Iterator
from functools import cache

import cv2
import numpy as np

from proofs.eyes.rendered.hands import CONDITIONS, render_hand

_ENDINGS = (".jpg", ".png", ".webp")
_OTHERS = (".bmp", ".tiff", ".gif", ".jp2", ".ppm", ".hdr", ".avif")
_HEADERS = (
    b"GIF89a",
    b"%PDF-1.7\n",
    b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    b"<html><script>",
    b"PK\x03\x04",
    b"BM",
)
_HEADERS_OF_PHOTOS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBPVP8X", b"RIFF\0\0\0\0WEBPVP8L")
_SIDES = (1, 2, 5_000, 5_001, 30_000, 65_535, 2**31 - 1, 2**32 - 1)


def hostile_photos(number: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """This many files, each with its kind; the kinds take turns."""
    for at in range(number):
        kind = list(KINDS)[at % len(KINDS)]
        yield kind, KINDS[kind](np.random.default_rng([seed, at]))


@cache
def _photo(ending: str) -> bytes:
    picture = cv2.resize(render_hand(3, CONDITIONS["plain"], 4).picture, (400, 300), interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(ending, picture)[1])


def _any(rng: np.random.Generator) -> bytes:
    return _photo(_ENDINGS[rng.integers(3)])


def _cut_off(rng: np.random.Generator) -> bytes:
    photo = _any(rng)
    return photo[: int(len(photo) * rng.random() ** 2)]


def _damaged(rng: np.random.Generator) -> bytes:
    data = bytearray(_any(rng))
    # Half of the damage goes where the header is.
    for _ in range(int(rng.integers(1, 30))):
        data[int(rng.integers(len(data) if rng.random() < 0.5 else 64))] = int(rng.integers(256))
    return bytes(data)


def _with_a_hole(rng: np.random.Generator) -> bytes:
    photo = _any(rng)
    start, end = sorted(int(place) for place in rng.integers(0, len(photo), 2))
    return photo[:start] + (photo[start:end] * 2 if rng.random() < 0.5 else b"") + photo[end:]


def _two_in_one(rng: np.random.Generator) -> bytes:
    header = _HEADERS[rng.integers(len(_HEADERS))]
    return header + _any(rng) if rng.random() < 0.5 else _any(rng) + header + _any(rng)


def _other_format(rng: np.random.Generator) -> bytes:
    picture = rng.integers(0, 256, (40, 60, 3)).astype(np.uint8)
    ending = _OTHERS[rng.integers(len(_OTHERS))]
    try:
        return bytes(cv2.imencode(ending, picture.astype(np.float32) if ending == ".hdr" else picture)[1])
    except cv2.error:
        return ending.encode() + picture.tobytes()


def _noise(rng: np.random.Generator) -> bytes:
    start = _HEADERS_OF_PHOTOS[rng.integers(len(_HEADERS_OF_PHOTOS))] if rng.random() < 0.8 else b""
    return start + rng.bytes(int(rng.integers(0, 4000)))


def _huge_by_header(rng: np.random.Generator) -> bytes:
    """A small file whose header claims that the picture is huge or empty."""
    width, height = (int(_SIDES[at]) for at in rng.integers(len(_SIDES), size=2))
    match rng.integers(4):
        case 0:
            data = bytearray(_photo(".png"))
            data[16:24] = struct.pack(">II", width, height)
            data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
        case 1:
            data = bytearray(_photo(".jpg"))
            at = data.index(b"\xff\xc0")
            data[at + 5 : at + 9] = struct.pack(">HH", height & 0xFFFF, width & 0xFFFF)
        case 2:
            data = bytearray(_photo(".webp"))
            data[26:30] = struct.pack("<HH", width & 0x3FFF, height & 0x3FFF)
        case _:
            sizes = ((width - 1) & 0xFFFFFF).to_bytes(3, "little") + ((height - 1) & 0xFFFFFF).to_bytes(3, "little")
            photo = _photo(".webp")
            data = bytearray(b"RIFF\xff\xff\0\0WEBPVP8X\n\0\0\0\0\0\0\0" + sizes + photo[12:])
    return bytes(data)


def _bomb(rng: np.random.Generator) -> bytes:
    """A PNG of up to 100 megapixels, sometimes with a long comment, compressed to almost nothing."""
    side = int(rng.integers(2_000, 10_000))
    pixels = zlib.compress(bytes(side + 1) * side, 9) if rng.random() < 0.5 else zlib.compress(bytes(1_000), 9)
    text = b"Comment\0\0" + zlib.compress(bytes(50_000_000), 9) if rng.random() < 0.3 else b"Comment\0\0"
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)),
        (b"zTXt", text),
        (b"IDAT", pixels),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def _endless_scans(rng: np.random.Generator) -> bytes:
    """A progressive JPEG whose last scan is repeated again and again."""
    picture = cv2.resize(rng.integers(0, 256, (60, 80, 3)).astype(np.uint8), (1_600, 1_200))
    photo = bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 30])[1])
    scan = photo[photo.rindex(b"\xff\xda") : -2]
    return photo[:-2] + scan * int(min(3_000, 5_500_000 // max(len(scan), 1))) + photo[-2:]


def _too_long(rng: np.random.Generator) -> bytes:
    return _any(rng) + bytes(6 << 20)


def _nothing_on_it(rng: np.random.Generator) -> bytes:
    """A valid picture without tiles: noise or stripes, sometimes very thin."""
    rows, columns = (int(side) for side in rng.choice([1, 2, 30, 700, 1400], 2))
    picture = rng.integers(0, 256, (rows, columns, 3)).astype(np.uint8)
    if rng.random() < 0.5:
        picture = np.where((np.arange(columns) % 12 < 2)[None, :, None], 20, 230).astype(np.uint8).repeat(rows, 0)
    return bytes(cv2.imencode(_ENDINGS[rng.integers(3)], np.ascontiguousarray(picture))[1])


KINDS: dict[str, Callable[[np.random.Generator], bytes]] = {
    "cut off": _cut_off,
    "damaged": _damaged,
    "with a hole": _with_a_hole,
    "two in one": _two_in_one,
    "other format": _other_format,
    "noise": _noise,
    "huge by header": _huge_by_header,
    "bomb": _bomb,
    "endless scans": _endless_scans,
    "too long": _too_long,
    "nothing on it": _nothing_on_it,
}
