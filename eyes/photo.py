"""Decodes a photo and scales it to the working size, within limits that are checked before anything is decoded."""

import struct

import cv2
import numpy as np

from eyes.arrays import Picture, Tones
from eyes.seen import MOST_BYTES, MOST_PIXELS, PhotoError

WORK = 1400  # photos are scaled so that their longest side has this many pixels
_MOST_ENLARGED = 2.0
_NO_PHOTO = "This is no photo that can be read. Send a JPEG, PNG or WebP picture."
_TOO_LARGE = "This photo is too large. Photos may have 6 MB and 25 megapixels."
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
# Start-of-frame markers of JPEG; 0xC4, 0xC8 and 0xCC in the same range mean other things.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


def decode(data: bytes) -> Picture:
    """The picture, turned upright as in a browser, with its channels in BGR order and its longest side near WORK.

    Raises PhotoError for unsupported formats, for files over 6 MB or 25 megapixels, and for damaged files.
    """
    if len(data) > MOST_BYTES:
        raise PhotoError(_TOO_LARGE)
    width, height = size_of(data)
    if width < 1 or height < 1:
        raise PhotoError(_NO_PHOTO)
    if width * height > MOST_PIXELS:
        raise PhotoError(_TOO_LARGE)
    # A JPEG decoder can leave out every second pixel by itself, which saves three quarters of the memory.
    is_far_too_large = data.startswith(_JPEG) and max(width, height) >= 2 * WORK
    try:
        picture = cv2.imdecode(
            np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_2 if is_far_too_large else cv2.IMREAD_COLOR
        )
    except (cv2.error, MemoryError):
        picture = None
    if picture is None or min(picture.shape[:2]) < 1:
        raise PhotoError(_NO_PHOTO)
    return _scaled(picture)


def _scaled(picture: Tones) -> Picture:
    scale = min(WORK / max(picture.shape[:2]), _MOST_ENLARGED)
    height, width = (max(1, round(side * scale)) for side in picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    elif scale > 1.3:
        picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_CUBIC)
    return picture.astype(np.uint8, copy=False)


def size_of(data: bytes) -> tuple[int, int]:
    """The width and height in pixels from a picture's header. Raises PhotoError unless it is a JPEG, PNG or WebP."""
    try:
        if data.startswith(_PNG) and data[12:16] == b"IHDR":
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        if data.startswith(_JPEG):
            return _size_of_jpeg(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _size_of_webp(data)
    except (struct.error, IndexError):
        pass
    raise PhotoError(_NO_PHOTO)


def _size_of_jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        at = data.index(b"\xff", at) if b"\xff" in data[at : at + 65536] else len(data)
        while data[at] == 0xFF:
            at += 1
        marker, at = data[at], at + 1
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return width, height
        if marker not in _ALONE:
            at += struct.unpack(">H", data[at : at + 2])[0]


def _size_of_webp(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            width, height = (1 + int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            width, height = (side & 0x3FFF for side in struct.unpack("<HH", data[26:30]))
        case _:
            raise PhotoError(_NO_PHOTO)
    return width, height
