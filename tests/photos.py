"""Photos in tests: a reader with extra time or with the answer that a test wants, and a phone that sends a photo."""

import json
from pathlib import Path

from pytest import MonkeyPatch
from werkzeug.test import TestResponse

from tests.phone import Phone
from views.shared import photo_reader

CORNERS = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]
KIND = "multipart/form-data; boundary=line"
# Pages never open a photo themselves, so this is enough where the reader is not called.
PHOTO = b"\xff\xd8\xff a photo"
# A reader with ten times its usual time, because a busy machine may need more than five seconds.
UNHURRIED = "import eyes.__main__ as command\ncommand.DEADLINE = 50\n"


def give_reader_time(patched: MonkeyPatch, folder: Path) -> None:
    """Have photos read by a reader in this folder, with ten times the usual time."""
    root = str(photo_reader.ROOT)
    code = f"import sys\nsys.path[0] = {root!r}\n{UNHURRIED}sys.exit(command.main(sys.argv[1:]))"
    (folder / "eyes.py").write_text(code)
    patched.setattr(photo_reader, "ROOT", folder)
    patched.setattr(photo_reader, "READER_SECONDS", 55.0)


def saying(*tiles: str, unsure: tuple[str, ...] = ()) -> bytes:
    """The line that a reader prints when it has seen these tiles."""
    read = []
    for tile in tiles:
        high, low = map(int, tile.split("-"))
        read.append({"high": high, "low": low, "corners": CORNERS, "is_sure": tile not in unsure})
    return json.dumps({"tiles": read}).encode()


def send_photo(phone: Phone, address: str, photo: bytes = PHOTO) -> None:
    """Send a photo from the page at this address, and open the page that shows its tiles."""
    phone.open(address)
    phone.page = post_photo(phone, address, photo)
    if phone.page.status_code == 303:
        phone.open(phone.page.location)


def form_of(fields: dict[str, str], photo: bytes) -> bytes:
    """The body of a form with a photo. The test client's own encoding would leave a large photo on disk."""
    lines = [
        f'--line\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return "".join([*lines, f"--line\r\n{head}"]).encode() + photo + b"\r\n--line--\r\n"


def post_photo(phone: Phone, address: str, photo: bytes = PHOTO) -> TestResponse:
    """Send the last page's form with a photo, without following a redirect."""
    return phone.client.post(address, data=form_of(phone.fields, photo), content_type=KIND)
