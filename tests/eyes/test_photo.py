"""Pictures are decoded upright, as a browser shows them, or refused with a sentence."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from eyes import PhotoError, read_photo
from eyes.photo import WORK, decode, size_of
from eyes.seen import MOST_BYTES
from tests.eyes.conftest import seen_in, table_with, written

# EXIF orientation 6: the camera was turned, so a browser turns the picture a quarter clockwise.
_QUARTER = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"


def with_header(data: bytes, width: int, height: int) -> bytes:
    """The PNG with a different size in its header, and with the checksum to match."""
    header = data[12:16] + struct.pack(">II", width, height) + data[24:29]
    return data[:12] + header + struct.pack(">I", zlib.crc32(header)) + data[33:]


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_the_three_formats_are_read(ending: str) -> None:
    assert seen_in(table_with((9, 4)), ending) == [(9, 4, True)]


@pytest.mark.parametrize("ending", [".bmp", ".tiff", ".jp2", ".ppm"])
def test_other_formats_are_refused(ending: str) -> None:
    with pytest.raises(PhotoError, match="JPEG, PNG or WebP"):
        read_photo(written(table_with((9, 4)), ending))


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBPVP8X", b"<svg/>", b"GIF89a"]
)
def test_a_file_without_a_picture_is_refused(data: bytes) -> None:
    with pytest.raises(PhotoError, match="no photo"):
        read_photo(data)


def test_a_picture_with_nothing_on_it_has_no_tiles() -> None:
    assert read_photo(written(np.full((300, 400, 3), 90, np.uint8))) == []


def test_a_file_over_six_megabytes_is_refused() -> None:
    whole = written(table_with((9, 4)))
    limit = whole + bytes(MOST_BYTES - len(whole))

    assert len(read_photo(limit)) == 1
    with pytest.raises(PhotoError, match="too large"):
        read_photo(limit + b"\0")


@pytest.mark.parametrize(
    ("width", "height"), [(5_000, 5_001), (60_000, 60_000), (2**31 - 1, 1), (2**32 - 1, 2**32 - 1)]
)
def test_more_than_25_megapixels_are_refused_by_the_header_alone(
    width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))

    with pytest.raises(PhotoError, match="25 megapixels"):
        read_photo(with_header(written(table_with((9, 4)), ".png"), width, height))


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_the_header_tells_the_size(ending: str) -> None:
    assert size_of(written(np.zeros((30, 50, 3), np.uint8), ending)) == (50, 30)


def test_the_header_of_a_webp_without_loss_tells_the_size() -> None:
    data = bytes(cv2.imencode(".webp", np.zeros((30, 50, 3), np.uint8), [cv2.IMWRITE_WEBP_QUALITY, 101])[1])

    assert b"VP8L" in data
    assert size_of(data) == (50, 30)


@pytest.mark.parametrize("factor", [1, 11])
def test_a_photo_taken_sideways_has_its_corners_where_a_browser_shows_the_tile(factor: int) -> None:
    picture = cv2.resize(table_with((9, 4)), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    upright = written(np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), np.uint8))
    sideways = written(np.asarray(picture, np.uint8))

    (shown,), (turned,) = read_photo(upright), read_photo(sideways[:2] + _QUARTER + sideways[2:])

    assert (shown.high, shown.low, shown.is_sure) == (turned.high, turned.low, turned.is_sure)
    assert np.array(shown.corners) == pytest.approx(np.array(turned.corners), abs=0.02)
    assert np.array(shown.corners).mean(0) == pytest.approx([0.55, 0.4], abs=0.2)


@pytest.mark.parametrize(("side", "longest"), [(100, 200), (WORK, WORK), (2 * WORK, WORK), (4 * WORK, WORK)])
def test_pictures_come_to_one_size_and_small_ones_are_doubled_at_most(side: int, longest: int) -> None:
    assert max(decode(written(np.zeros((side // 2, side, 3), np.uint8))).shape) == longest


def test_a_dark_photo_is_lifted() -> None:
    dark = (table_with((9, 4), (3, 0)) * 0.2).astype(np.uint8)

    assert [tile[:2] for tile in seen_in(dark)] == [(9, 4), (3, 0)]
