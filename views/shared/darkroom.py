"""The darkroom: photos that wait to be read, in memory that only the server reads, for a minute at most.

Each is read in a process of its own, one at a time on this machine. Nothing of a photo reaches the database, a backup or a log.
"""

import fcntl
import json
import logging
import math
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import BinaryIO, NamedTuple

from flask import Flask

MEMORY = Path("/dev/shm")  # noqa: S108 (memory, and only in a folder of our own that nobody else may enter)
FOLDER = f"roundhouse-{os.geteuid()}"
KEPT_SECONDS, SWEEP_SECONDS = 60.0, 1.0
# The most that wait to be read, in all and of one phone, and the most bytes that lie here.
MOST_WAITING, MOST_OF_A_PHONE, MOST_HELD = 8, 1, 64 * 1024 * 1024
# The reader stops itself after five seconds. This ends a reader that does not.
READER_SECONDS = 8.0
# In place of a reader's reason: it took too long, or it broke.
LATE, BROKE = "late", "broke"
_LOCK, _ANSWER = "one-at-a-time", ".json"

_LOG = logging.getLogger("app")

Corner = tuple[float, float]


class DarkroomFullError(Exception):
    """As many photos wait as may, or the memory for them is full."""


class DarkroomShutError(Exception):
    """The folder cannot be used."""


class ReadTile(NamedTuple):
    """A tile in a photo: its halves, and its corners in parts of the picture, the first two at the end of `high`."""

    high: int
    low: int
    corners: tuple[Corner, ...]
    is_sure: bool


class Queued(NamedTuple):
    """A photo that is not read yet, with the number of photos that came before it."""

    before: int


class PhotoRead(NamedTuple):
    """A photo that was read: its tiles, or the reader's reason to refuse it, a sentence, LATE or BROKE."""

    tiles: tuple[ReadTile, ...] = ()
    refused: str = ""


class Darkroom:
    """The photos of one folder in memory. Several processes share it; `root` is where the reader's package lies."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.root = folder, root
        self._sweeping = Lock()
        self._sweeper: Thread | None = None

    def open(self) -> bool:
        """Make the folder and delete old photos. False if the folder is not this server's alone."""
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            found = self.folder.lstat()
        except OSError:
            return False
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
            return False
        self.sweep()
        # A server that was killed may have left some.
        self._sweep_on()
        return True

    def take(self, name: str, photo: bytes, highest: int) -> None:
        """Put a photo in and begin to read it. The same photo again changes nothing.

        Names of one phone's photos begin alike, up to a dot. Raises DarkroomFullError and DarkroomShutError.
        """
        if not self.open():
            raise DarkroomShutError
        path = self.folder / name
        if path.exists():
            return
        try:
            with self._alone():
                self._check_room(name, len(photo))
                _write(path, photo)
        except FileExistsError:
            return
        except OSError as error:
            self.forget(name)
            raise DarkroomFullError from error
        self._sweep_on()
        self._begin(name, highest)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A block in which no other process puts a photo in."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _check_room(self, name: str, size: int) -> None:
        """Raise DarkroomFullError if a photo of so many bytes may not wait here."""
        waiting, phone = self._waiting(), name.partition(".")[0]
        of_phone = [one for one in waiting if one.partition(".")[0] == phone]
        if len(waiting) >= MOST_WAITING or len(of_phone) >= MOST_OF_A_PHONE or self._held() + size > MOST_HELD:
            raise DarkroomFullError

    def look(self, name: str, highest: int) -> Queued | PhotoRead | None:
        """The tiles of a photo, or its place in the queue. None if it is gone, or if there never was one."""
        self.sweep()
        waiting = self._waiting()
        if name in waiting:
            self._begin(name, highest)
            return Queued(waiting.index(name))
        with suppress(FileNotFoundError):
            found = _answer_in((self.folder / (name + _ANSWER)).read_bytes())
            if not found.tiles:
                # Nobody looks at this photo again.
                (self.folder / name).unlink(missing_ok=True)
            return found
        return None

    def picture(self, name: str) -> bytes | None:
        """A photo as it came. None if it is gone."""
        self.sweep()
        with suppress(FileNotFoundError):
            return (self.folder / name).read_bytes()
        return None

    def has(self, name: str) -> bool:
        """True if a photo still lies here."""
        return (self.folder / name).exists()

    def forget(self, name: str) -> None:
        """Delete a photo and its answer."""
        for path in (self.folder / name, self.folder / (name + _ANSWER)):
            path.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Delete everything that has lain here for its minute."""
        for path in self._files():
            with suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime >= KEPT_SECONDS:
                    path.unlink()

    def _sweep_on(self) -> None:
        """Sweep from now on until nothing lies here. One thread does it, however many photos come."""
        with self._sweeping:
            if self._sweeper is None and self._files():
                self._sweeper = Thread(target=self._sweep_until_empty, daemon=True)
                self._sweeper.start()

    def _sweep_until_empty(self) -> None:
        while True:
            time.sleep(SWEEP_SECONDS)
            self.sweep()
            with self._sweeping:
                if not self._files():
                    self._sweeper = None
                    return

    def _files(self) -> list[Path]:
        """The photos and answers that lie here. None if somebody has removed the folder."""
        with suppress(FileNotFoundError):
            return [path for path in self.folder.iterdir() if path.name != _LOCK]
        return []

    def _waiting(self) -> list[str]:
        """The photos without an answer, oldest first."""
        names = {path.name for path in self._files()}
        waiting = [one for one in names if not one.endswith(_ANSWER) and one + _ANSWER not in names]
        return sorted(waiting, key=self._came)

    def _held(self) -> int:
        """The bytes of everything that lies here."""
        held = 0
        for path in self._files():
            with suppress(FileNotFoundError):
                held += path.stat().st_size
        return held

    def _came(self, name: str) -> float:
        with suppress(FileNotFoundError):
            return (self.folder / name).stat().st_mtime
        return math.inf

    def _begin(self, name: str, highest: int) -> None:
        """Have a photo read, unless a process is at it. A photo is locked meanwhile, so a killed process leaves it to the next."""
        with suppress(FileNotFoundError):
            photo = (self.folder / name).open("rb")
            try:
                fcntl.flock(photo, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                photo.close()
            else:
                Thread(target=self._read, args=(photo, name, highest), daemon=True).start()

    def _read(self, photo: BinaryIO, name: str, highest: int) -> None:
        """Wait for this photo's turn, have it read, and lay the answer beside it."""
        answer = self.folder / (name + _ANSWER)
        # Somebody may remove the folder meanwhile.
        with photo, suppress(FileNotFoundError), (self.folder / _LOCK).open("ab") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            if answer.exists() or not Path(photo.name).exists():
                return
            said, came = self._ask(photo.name, highest, turn.fileno()), self._came(name)
            # It was deleted while it was read.
            if came == math.inf:
                return
            made = answer.with_suffix(f".{os.getpid()}{_ANSWER}")
            with suppress(OSError):
                _write(made, said)
                # Both go after the same minute.
                os.utime(made, (came, came))
                made.replace(answer)

    def _ask(self, path: str, highest: int, turn: int) -> bytes:
        """The reader's line. It keeps the turn until it ends, even if this process is killed, and knows nothing of the server."""
        command = ["nice", "-n", "5", sys.executable, "-m", "eyes", path, str(highest)]
        known = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"}
        try:
            reader = subprocess.run(  # noqa: S603 (our own words)
                command,
                cwd=self.root,
                env=known,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=[turn],
                timeout=READER_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return _refusal(LATE)
        except OSError:
            _LOG.exception("The reader of photos cannot be started")
            return _refusal(BROKE)
        return _said_by(reader)


def _write(path: Path, content: bytes) -> None:
    """Write a new file that only this user may read."""
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)


def _said_by(reader: subprocess.CompletedProcess[bytes]) -> bytes:
    """The line of a reader that has ended. One that its own alarm ended was late."""
    if reader.returncode in (-signal.SIGALRM, -signal.SIGXCPU):
        return _refusal(LATE)
    if reader.returncode:
        _LOG.error("The reader of photos ended with %s", reader.returncode)
    return reader.stdout


def _refusal(why: str) -> bytes:
    return json.dumps({"error": why}).encode()


def _answer_in(said: bytes) -> PhotoRead:
    """The answer in the reader's line. A reader that broke has said nothing."""
    try:
        read = json.loads(said)
        if "error" in read:
            return PhotoRead(refused=str(read["error"]) or BROKE)
        return PhotoRead(tuple(_tile_in(one) for one in read["tiles"]))
    except (ValueError, KeyError, TypeError):
        return PhotoRead(refused=BROKE)


def _tile_in(one: dict[str, object]) -> ReadTile:
    high, low, corners = one["high"], one["low"], one["corners"]
    if not isinstance(high, int) or not isinstance(low, int) or not isinstance(corners, list):
        raise TypeError
    return ReadTile(high, low, tuple((float(x), float(y)) for x, y in corners), bool(one["is_sure"]))


def register(app: Flask) -> None:
    """Open the darkroom, if the reader's libraries are installed and this machine has a folder in memory."""
    room = Darkroom(MEMORY / FOLDER, Path(app.root_path))
    is_there = all(map(find_spec, ("cv2", "eyes"))) and MEMORY.is_mount() and room.open()
    app.extensions["darkroom"] = room if is_there else None
