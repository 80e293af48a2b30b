"""`python -m eyes`: one line of JSON for any file, in a process that no file can keep busy or make large."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from eyes import read_photo
from tests.eyes.conftest import hand, table_with, written
from tests.photos import UNHURRIED

ROOT = Path(__file__).parents[2]


def ask(*words: object, before: str = UNHURRIED) -> subprocess.CompletedProcess[str]:
    """Run the command after the Python code in `before`, or the plain command if that is empty."""
    start = ["-c", f"{before}\nimport sys\nfrom eyes.__main__ import main\nsys.exit(main(sys.argv[1:]))"]
    command = [sys.executable, *(start if before else ["-m", "eyes"]), *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 (our own words)


def kept(folder: Path, photo: bytes) -> Path:
    """A file with this photo."""
    (folder / "photo").write_bytes(photo)
    return folder / "photo"


def test_the_answer_is_one_line_with_the_tiles(tmp_path: Path) -> None:
    photo = hand("plain").as_jpeg()

    done = ask(kept(tmp_path, photo), 12)

    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    seen = [
        {"high": tile.high, "low": tile.low, "corners": [*map(list, tile.corners)], "is_sure": tile.is_sure}
        for tile in read_photo(photo)
    ]
    assert len(seen) > 2
    assert json.loads(done.stdout) == {"tiles": seen}


def test_the_highest_double_holds(tmp_path: Path) -> None:
    photo = kept(tmp_path, written(table_with((12, 3))))

    (tile,) = json.loads(ask(photo, 6).stdout)["tiles"]

    assert (tile["high"] <= 6, tile["is_sure"]) == (True, False)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"no photo", "JPEG, PNG or WebP"), (bytes(7 << 20), "6 MB"), (b"\xff\xd8\xff\xe0", "no photo")],
)
def test_a_bad_file_is_answered_with_a_sentence(tmp_path: Path, data: bytes, sentence: str) -> None:
    done = ask(kept(tmp_path, data), 12)

    assert (done.returncode, done.stderr) == (0, "")
    assert sentence in json.loads(done.stdout)["error"]


def test_a_photo_that_is_gone_is_answered_with_a_sentence(tmp_path: Path) -> None:
    assert "not there" in json.loads(ask(tmp_path / "gone", 12).stdout)["error"]


@pytest.mark.parametrize("words", [(), ("photo",), ("photo", "13"), ("photo", "-1"), ("photo", "12", "more")])
def test_wrong_words_say_how_it_is_used(words: tuple[str, ...]) -> None:
    done = ask(*words, before="")

    assert (done.returncode, done.stdout) == (2, "")
    assert "FILE HIGHEST" in done.stderr


def test_a_reading_that_never_ends_is_killed_by_its_alarm(tmp_path: Path) -> None:
    # A pipe that nobody writes to: opening it waits for ever without using the processor.
    os.mkfifo(tmp_path / "photo")

    done = ask(tmp_path / "photo", 12, before="import eyes.__main__ as command\ncommand.DEADLINE = 1\n")

    assert (done.returncode, done.stdout) == (-signal.SIGALRM, "")


@pytest.mark.parametrize(
    "act", ["bytearray(1 << 30)", "open('/etc/hostname')", "__import__('socket').socket()", "1 / 0"]
)
def test_what_a_file_might_make_it_do_ends_in_a_sentence(tmp_path: Path, act: str) -> None:
    photo = kept(tmp_path, written(table_with((12, 3))))
    before = f"{UNHURRIED}import eyes.reading as reading, socket\nreading.read_tiles = lambda *_: {act}"

    done = ask(photo, 12, before=before)

    assert (done.returncode, done.stderr) == (0, "")
    assert "cannot be read" in json.loads(done.stdout)["error"]


def test_the_page_can_import_the_room_without_its_libraries() -> None:
    text = "import sys, eyes, eyes.__main__; print([name for name in ('cv2', 'numpy') if name in sys.modules])"

    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)  # noqa: S603 (our own words)

    assert done.stdout == "[]\n"
