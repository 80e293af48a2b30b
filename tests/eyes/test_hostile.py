"""Hostile files: whatever the file, the answer is tiles or a sentence."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from eyes import PhotoError, read_photo
from proofs.eyes.hostile_photos import KINDS, hostile_photos

_EACH = 3
_OF_A_PROCESS = ("damaged", "two in one", "bomb")


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_file_gives_tiles_or_a_sentence(kind: str) -> None:
    files = [data for photo_kind, data in hostile_photos(_EACH * len(KINDS), seed=1) if photo_kind == kind]

    for data in files:
        try:
            tiles = read_photo(data)
        except PhotoError as error:
            assert str(error).endswith(".")
        else:
            assert all(0 <= tile.low <= tile.high <= 12 for tile in tiles)

    assert len(files) == _EACH


@pytest.mark.parametrize("kind", _OF_A_PROCESS)
def test_the_process_answers_a_hostile_file_with_one_line(kind: str, tmp_path: Path) -> None:
    photo = tmp_path / "photo"
    photo.write_bytes(next(data for photo_kind, data in hostile_photos(len(KINDS), seed=2) if photo_kind == kind))
    command = [sys.executable, "-m", "eyes", str(photo), "12"]

    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)  # noqa: S603 (our own words)

    assert (done.stderr, done.stdout.count("\n")) == ("", 1)
    assert json.loads(done.stdout).keys() in ({"tiles"}, {"error"})
