"""The photo reader, `python -m eyes`, run in its own process with limits on time and memory.

No photo is saved anywhere.
"""

import logging
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
from flask_babel import gettext

# The reader stops itself after five seconds. This limit ends a reader that does not.
READER_SECONDS = 8.0
ROOT = Path(__file__).parents[2]

_LOG = logging.getLogger("app")

Corner = tuple[float, float]


class PhotoRefusedError(ValueError):
    """Raised if a photo was not read. The message is a sentence."""


class ReadTile(msgspec.Struct, frozen=True):
    """A tile in a photo: its halves, and its corners as fractions of the picture, those at the `high` half first."""

    high: int
    low: int
    corners: tuple[Corner, ...]
    is_sure: bool


class _ReaderLine(msgspec.Struct):
    """The line of output from `python -m eyes`."""

    tiles: list[ReadTile] = []
    error: str = ""


def is_installed() -> bool:
    """True if the reader's libraries are installed."""
    return all(map(find_spec, ("cv2", "eyes")))


def read_photo(photo: bytes, highest: int) -> list[ReadTile]:
    """The tiles in a photo, in reading order. Raises PhotoRefusedError."""
    try:
        line = msgspec.json.decode(ask_reader(photo, highest), type=_ReaderLine)
    except subprocess.TimeoutExpired:
        raise PhotoRefusedError(gettext("This photo took too long to read. Try again, or tap the tiles.")) from None
    except (subprocess.CalledProcessError, OSError, msgspec.DecodeError):
        _LOG.exception("The photo reader failed")
        raise PhotoRefusedError(gettext("This photo could not be read.")) from None
    if line.error:
        raise PhotoRefusedError(gettext(line.error))
    return line.tiles


def ask_reader(photo: bytes, highest: int) -> bytes:
    """The reader's line of output. The reader is told nothing about the server. Raises what `subprocess.run` raises."""
    command = ["nice", "-n", "5", sys.executable, "-m", "eyes", "/dev/stdin", str(highest)]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"}
    reader = subprocess.run(  # noqa: S603 (our own arguments)
        command, cwd=ROOT, env=environment, input=photo, capture_output=True, timeout=READER_SECONDS, check=False
    )
    # A reader that was ended by its own alarm took too long.
    if reader.returncode in (-signal.SIGALRM, -signal.SIGXCPU):
        raise subprocess.TimeoutExpired(command, READER_SECONDS)
    reader.check_returncode()
    return reader.stdout
