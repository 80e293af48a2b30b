"""Files that somebody may send in place of a photo: damaged, huge, lying about their size, of two kinds at once, of other kinds."""

import struct
import zlib
from collections.abc import Callable
from random import Random

from bench.drawn_photos import draw_photo
from rules import read_tiles

_PNG = b"\x89PNG\r\n\x1a\n"
_MEGABYTE = 1 << 20
_HTML = b"<!doctype html><script>alert(1)</script>"
_HEADS = {
    "GIF": b"GIF89a\x10\0\x10\0\x80\0\0",
    "BMP": b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0",
    "TIFF": b"II*\0\x08\0\0\0",
    "HEIC": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "MP4": b"\0\0\0\x20ftypisom\0\0\2\0isomiso2",
    "PDF": b"%PDF-1.7\n",
    "ZIP": b"PK\3\4\x14\0",
    "program": b"\x7fELF\2\1\1",
    "EXR": b"\x76\x2f\x31\x01",
    "JPEG 2000": b"\0\0\0\x0cjP  \r\n\x87\n",
    "drawing": b"<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'/>",
    "sound": b"RIFF\0\0\1\0WAVEfmt ",
    "page": _HTML,
}


def good_photos() -> list[bytes]:
    """The same hand as a JPEG, a PNG and a WebP."""
    return [draw_photo(read_tiles("9-7 6-6 4-1 5-3"), kind) for kind in (".jpg", ".png", ".webp")]


def bad_photo(luck: Random, good: list[bytes]) -> tuple[str, bytes]:
    """A file that is no good photo, with the name of its kind."""
    kind = luck.choices(list(_KINDS), [weight for weight, _ in _KINDS.values()])[0]
    return kind, _KINDS[kind][1](luck, luck.choice(good))


def _damaged(luck: Random, photo: bytes) -> bytes:
    made = bytearray(photo)
    for _ in range(luck.choice((1, 5, 50, 500))):
        made[luck.randrange(len(made))] = luck.randrange(256)
    return bytes(made)


def _cut(luck: Random, photo: bytes) -> bytes:
    return photo[: luck.randrange(len(photo))]


def _mixed(luck: Random, photo: bytes) -> bytes:
    """Parts of a photo in another order, and some of them twice."""
    ends = sorted(luck.randrange(len(photo)) for _ in range(4))
    parts = [photo[start:end] for start, end in zip((0, *ends), (*ends, len(photo)), strict=True)]
    return photo[:64] + b"".join(luck.choices(parts, k=6))


def _two_kinds(luck: Random, photo: bytes) -> bytes:
    other = luck.choice([_HTML, _HEADS["ZIP"], _HEADS["PDF"], photo])
    return luck.choice([photo + other, other + photo, photo[:20] + other + photo[20:]])


def _lying(luck: Random, photo: bytes) -> bytes:
    """A picture whose head states another size."""
    side = luck.choice((0, 1, 5001, 65535))
    if photo.startswith(_PNG):
        return photo[:16] + struct.pack(">II", side * luck.choice((1, 30_000)), side) + photo[24:]
    if photo.startswith(b"RIFF"):
        wide = (side & 0x3FFF).to_bytes(2, "little")
        return photo[:26] + wide * 2 + photo[30:]
    at = photo.index(b"\xff\xc0") + 5
    return photo[:at] + struct.pack(">HH", side, side) + photo[at + 4 :]


def _bomb(luck: Random, _photo: bytes) -> bytes:
    """A PNG of one colour: a few kilobytes that become many megabytes. Some are within the limit of pixels."""
    wide, high = luck.choice(((5000, 5000), (4900, 5100), (24_999_999, 1), (1, 24_000_000), (20_000, 20_000)))
    bits, colour = luck.choice(((8, 2), (16, 6), (1, 0)))
    each = -(-wide * bits * {0: 1, 2: 3, 6: 4}[colour] // 8) + 1
    data = zlib.compress(bytes(min(each * high, 64 * _MEGABYTE)), 1)
    head = struct.pack(">IIBBBBB", wide, high, bits, colour, 0, 0, 0)
    return _PNG + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _large(luck: Random, photo: bytes) -> bytes:
    return photo[:1000] + luck.randbytes(luck.choice((5 * _MEGABYTE, 6 * _MEGABYTE, 7 * _MEGABYTE)))


def _other(luck: Random, _photo: bytes) -> bytes:
    return luck.choice(list(_HEADS.values())) + luck.randbytes(luck.choice((0, 40, 4000)))


def _nothing(luck: Random, photo: bytes) -> bytes:
    return photo[: luck.randrange(3)]


# Each kind with its weight.
_KINDS: dict[str, tuple[int, Callable[[Random, bytes], bytes]]] = {
    "damaged": (30, _damaged),
    "cut": (12, _cut),
    "mixed": (12, _mixed),
    "of two kinds": (10, _two_kinds),
    "lying": (10, _lying),
    "bombs": (6, _bomb),
    "large": (3, _large),
    "of another kind": (12, _other),
    "nothing": (5, _nothing),
}
