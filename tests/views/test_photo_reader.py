"""The photo reader is its own process: it has limited time, knows nothing of the server and leaves nothing behind."""

import io
from pathlib import Path

import pytest
from flask import Flask, request

from tests.photos import KIND, PHOTO, form_of
from views.shared import photo_reader
from views.shared.photo_reader import PhotoRefusedError, read_photo


@pytest.fixture(autouse=True)
def in_a_request(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An app to provide the sentences, and the test's own folder as the place to look for the reader."""
    monkeypatch.setattr(photo_reader, "ROOT", tmp_path)


def refusal(app: Flask, folder: Path, reader: str) -> str:
    """The sentence that refuses a photo when the reader's program is this text."""
    (folder / "eyes.py").write_text(reader)
    with app.test_request_context(), pytest.raises(PhotoRefusedError) as error:
        read_photo(PHOTO, 9)
    return str(error.value)


def test_a_reader_that_takes_too_long_is_stopped(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_reader, "READER_SECONDS", 0.5)

    sentence = refusal(app, tmp_path, "import time; print('{', flush=True); time.sleep(60)")

    assert sentence == "This photo took too long to read. Try again, or tap the tiles."


def test_a_reader_that_its_own_alarm_ends_was_late(app: Flask, tmp_path: Path) -> None:
    sentence = refusal(app, tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGALRM)")

    assert sentence == "This photo took too long to read. Try again, or tap the tiles."


def test_a_reader_gets_the_photo_and_knows_nothing_of_the_server(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")

    sentence = refusal(
        app,
        tmp_path,
        "import json, os, sys; size = len(open(sys.argv[1], 'rb').read());"
        "print(json.dumps({'error': ' '.join([str(size), sys.argv[2], *sorted(os.environ)])}))",
    )

    assert sentence == f"{len(PHOTO)} 9 LC_ALL PATH"


def test_a_broken_installation_is_told_and_logged(app: Flask, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert refusal(app, tmp_path, "raise SystemExit(3)") == "This photo could not be read."
    assert "exit status 3" in caplog.text


def test_a_reader_that_cannot_be_started_is_told_and_logged(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert refusal(app, tmp_path, "") == "This photo could not be read."
    assert "The photo reader failed" in caplog.text


def test_a_large_photo_lies_in_memory_while_it_arrives(app: Flask) -> None:
    body = form_of({}, PHOTO + bytes(2_000_000))

    with app.test_request_context("/", method="POST", data=body, content_type=KIND):
        request.max_content_length = 3_000_000
        assert isinstance(request.files["file"].stream, io.BytesIO)
