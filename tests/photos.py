"""Photos in tests: a darkroom of a test's own, a reader that says what a test wants, and a phone that sends a photo."""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from pytest import MonkeyPatch
from werkzeug.test import TestResponse

from tests.conftest import missing
from tests.phone import Phone
from views.shared import darkroom
from views.shared.darkroom import MEMORY, Darkroom, PhotoRead, Queued

CORNERS = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]
KIND = "multipart/form-data; boundary=line"
# Pages never open a photo, so this is enough of one where the reader is not asked.
PHOTO = b"\xff\xd8\xff a photo"
# A reader with ten times its time: a machine that does much else may need more than the five seconds.
UNHURRIED = "import eyes.__main__ as command\ncommand.DEADLINE = 50\n"


@contextmanager
def own_darkroom(app: Flask) -> Iterator[Darkroom]:
    """The app with a darkroom that no other test sees, whose reader has time."""
    if not MEMORY.is_mount():
        missing("A folder in memory")
    before, folder = app.extensions["darkroom"], Path(tempfile.mkdtemp(prefix="photos-", dir=MEMORY))
    room = Darkroom(folder / "room", folder)
    (folder / "eyes.py").write_text(
        f"import sys\nsys.path[0] = {app.root_path!r}\n{UNHURRIED}sys.exit(command.main(sys.argv[1:]))"
    )
    assert room.open()
    app.extensions["darkroom"] = room
    with MonkeyPatch.context() as patched:
        patched.setattr(darkroom, "READER_SECONDS", 55.0)
        yield room
    app.extensions["darkroom"] = before
    shutil.rmtree(folder)


def saying(*tiles: str, unsure: tuple[str, ...] = ()) -> bytes:
    """The line of a reader that saw these tiles."""
    read = [
        {
            "high": int(one.split("-")[0]),
            "low": int(one.split("-")[1]),
            "corners": CORNERS,
            "is_sure": one not in unsure,
        }
        for one in tiles
    ]
    return json.dumps({"tiles": read}).encode()


def send_photo(phone: Phone, address: str, photo: bytes = PHOTO) -> None:
    """Send a photo on its page, and wait until it is read."""
    phone.open(address)
    phone.page = post_photo(phone, address, photo)
    if phone.page.status_code == 303:
        phone.open(phone.page.location)
        wait_for_tiles(phone)


def form_of(fields: dict[str, str], photo: bytes) -> bytes:
    """The body of a form with a photo. The test client itself would leave a large one on the disk."""
    lines = [
        f'--line\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return "".join([*lines, f"--line\r\n{head}"]).encode() + photo + b"\r\n--line--\r\n"


def post_photo(phone: Phone, address: str, photo: bytes = PHOTO) -> TestResponse:
    """Send the form of the last page with a photo. This does not follow the answer."""
    return phone.client.post(address, data=form_of(phone.fields, photo), content_type=KIND)


def wait_for_answer(room: Darkroom, name: str) -> PhotoRead | None:
    """The answer to a photo in the darkroom, once it is there."""
    ends = time.monotonic() + 60
    while isinstance(found := room.look(name, 9), Queued):
        assert time.monotonic() < ends
        time.sleep(0.02)
    return found


def wait_for_tiles(phone: Phone) -> None:
    """Ask again until a photo is read."""
    ends = time.monotonic() + 60
    while "Reading the photo" in phone.text:
        assert time.monotonic() < ends
        time.sleep(0.02)
        phone.open(phone.page.request.path)


def waiting_in(room: Darkroom) -> list[str]:
    """The files of photos in a darkroom."""
    return [path.name for path in room.folder.iterdir() if path.name != "one-at-a-time"]
