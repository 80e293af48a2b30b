"""Photos on their way to tiles: in memory alone, one at a time, and gone after a minute whatever happens."""

import io
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask, request

from tests.conftest import sure
from tests.phone import Phone
from tests.photos import KIND, PHOTO, form_of, post_photo, saying, send_photo, wait_for_answer, waiting_in
from views.shared import darkroom
from views.shared.darkroom import BROKE, LATE, Darkroom, DarkroomFullError, PhotoRead, Queued


@pytest.fixture
def at(game: str, seats: list[str]) -> str:
    """The address of the photo of Ben's hand."""
    return f"{game}/rounds/1/photo/{seats[1]}"


def test_a_photo_lies_in_memory_that_nobody_else_reads(
    ana: Phone, at: str, room: Darkroom, reader: list[bytes]
) -> None:
    reader.append(saying("9-7"))
    send_photo(ana, at)

    modes = {(room.folder / name).stat().st_mode & 0o777 for name in waiting_in(room)}
    assert room.folder.stat().st_mode & 0o777 == 0o700
    assert modes == {0o600}
    assert len(waiting_in(room)) == 2


def test_a_photo_is_gone_after_its_time(
    ana: Phone, at: str, room: Darkroom, reader: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(darkroom, "KEPT_SECONDS", 0.6)
    monkeypatch.setattr(darkroom, "SWEEP_SECONDS", 0.1)
    reader.append(saying("9-7"))
    send_photo(ana, at)
    assert waiting_in(room)

    # Nobody asks for it any more.
    time.sleep(0.9)

    assert waiting_in(room) == []
    ana.open(ana.path)
    assert "This photo is gone" in ana.text


def test_a_photo_that_a_killed_server_left_goes_at_the_next_start(
    room: Darkroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    (room.folder / "left").write_bytes(PHOTO)
    monkeypatch.setattr(darkroom, "KEPT_SECONDS", 0.5)
    monkeypatch.setattr(darkroom, "SWEEP_SECONDS", 0.1)

    assert Darkroom(room.folder, room.root).open()

    assert waiting_in(room) == ["left"]
    time.sleep(1)
    assert waiting_in(room) == []


def test_a_photo_that_a_killed_process_left_is_read_by_the_next_that_is_asked(
    room: Darkroom, reader: list[bytes]
) -> None:
    (room.folder / "left").write_bytes(PHOTO)
    reader.append(saying("9-7"))

    assert room.look("left", 9) == Queued(0)
    found = sure(wait_for_answer(room, "left"))
    assert [(one.high, one.low) for one in found.tiles] == [(9, 7)]


def test_a_folder_that_others_may_enter_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    (tmp_path / "link").symlink_to(tmp_path)

    assert not Darkroom(tmp_path / "open", tmp_path).open()
    assert not Darkroom(tmp_path / "link", tmp_path).open()
    assert Darkroom(tmp_path / "own", tmp_path).open()


def test_photos_are_read_one_at_a_time_and_too_many_are_told(
    ana: Phone, at: str, room: Darkroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, at_once, most = threading.Event(), [0], [0]

    def ask(*_facts: object) -> bytes:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        go_on.wait(20)
        at_once[0] -= 1
        return saying("9-7")

    monkeypatch.setattr(room, "_ask", ask)
    for number in range(darkroom.MOST_WAITING):
        room.take(f"photo {number}", PHOTO, 9)
    assert room.look("photo 3", 9) == Queued(3)

    send_photo(ana, at)
    go_on.set()

    assert ana.page.status_code == 422
    assert "Many photos wait to be read at this moment. Nothing is lost" in ana.text
    wait_for_answer(room, "photo 7")
    assert most == [1]


def test_the_page_asks_again_until_a_photo_is_read(
    ana: Phone, at: str, room: Darkroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(room, "_ask", lambda *_facts: go_on.wait(20) and saying("9-7"))
    room.take("another", PHOTO, 9)
    ana.open(at)
    ana.open(post_photo(ana, at).location)

    assert "Reading the photo… 1 photo is before yours." in ana.text
    assert '<meta http-equiv="refresh" content="1">' in ana.page.text
    go_on.set()


def test_the_same_photo_sent_twice_is_one(
    ana: Phone, at: str, room: Darkroom, reader: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(darkroom, "MOST_OF_A_PHONE", 2)
    reader.append(saying("9-7"))
    ana.open(at)
    sent = [post_photo(ana, at, photo).location for photo in (PHOTO, PHOTO, PHOTO + b" of something else")]

    assert sent[0] == sent[1] != sent[2]
    assert len([name for name in waiting_in(room) if not name.endswith(".json")]) == 2


def test_a_reader_that_takes_too_long_is_stopped(
    room: Darkroom, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "eyes.py").write_text("import time, sys; print('{', flush=True); time.sleep(60)")
    room.root = tmp_path
    monkeypatch.setattr(darkroom, "READER_SECONDS", 0.5)

    room.take("photo", PHOTO, 9)

    assert wait_for_answer(room, "photo") == PhotoRead(refused=LATE)


def test_a_reader_that_its_own_alarm_ends_was_late(room: Darkroom, tmp_path: Path) -> None:
    (tmp_path / "eyes.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGALRM)")
    room.root = tmp_path

    room.take("photo", PHOTO, 9)

    assert wait_for_answer(room, "photo") == PhotoRead(refused=LATE)


def test_a_reader_knows_nothing_of_the_server(room: Darkroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    (tmp_path / "eyes.py").write_text("import json, os; print(json.dumps({'error': ' '.join(sorted(os.environ))}))")
    room.root = tmp_path

    room.take("photo", PHOTO, 9)

    assert wait_for_answer(room, "photo") == PhotoRead(refused="LC_ALL PATH")


def test_photos_hold_no_more_memory_than_they_may(
    room: Darkroom, reader: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(darkroom, "MOST_HELD", 100)
    reader.append(saying("9-7"))
    room.take("one", PHOTO, 9)

    with pytest.raises(DarkroomFullError):
        room.take("another", PHOTO * 9, 9)

    assert "another" not in waiting_in(room)


def test_a_large_photo_lies_in_memory_while_it_arrives(app: Flask) -> None:
    large = form_of({}, PHOTO + bytes(2_000_000))

    with app.test_request_context("/", method="POST", data=large, content_type=KIND):
        request.max_content_length = 3_000_000
        assert isinstance(request.files["file"].stream, io.BytesIO)


def test_one_thread_sweeps_however_many_photos_come(room: Darkroom, reader: list[bytes]) -> None:
    reader.append(saying("9-7"))
    room.take("first", PHOTO, 9)
    wait_for_answer(room, "first")
    before = threading.active_count()

    for number in range(20):
        room.take(f"photo {number}", PHOTO, 9)
        wait_for_answer(room, f"photo {number}")

    ends = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < ends:
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_one_phone_does_not_fill_the_queue(room: Darkroom, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(room, "_ask", lambda *_facts: go_on.wait(20) and saying("9-7"))
    for number in range(darkroom.MOST_OF_A_PHONE):
        room.take(f"one.{number}", PHOTO, 9)

    with pytest.raises(DarkroomFullError):
        room.take("one.more", PHOTO, 9)

    room.take("another.0", PHOTO, 9)
    go_on.set()


def test_photos_that_come_at_once_do_not_fill_more_than_the_queue(
    room: Darkroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(room, "_ask", lambda *_facts: go_on.wait(20) and saying("9-7"))

    def take(number: int) -> bool:
        try:
            room.take(f"{number}.photo", PHOTO, 9)
        except DarkroomFullError:
            return False
        return True

    with ThreadPoolExecutor(24) as phones:
        taken = list(phones.map(take, range(24)))
    go_on.set()

    assert sum(taken) == darkroom.MOST_WAITING


def test_a_folder_that_somebody_removed_is_made_again(room: Darkroom, reader: list[bytes]) -> None:
    reader.append(saying("9-7"))
    shutil.rmtree(room.folder)

    room.take("photo", PHOTO, 9)

    assert sure(wait_for_answer(room, "photo")).tiles


def test_a_folder_that_cannot_be_used_is_told(ana: Phone, at: str, room: Darkroom) -> None:
    shutil.rmtree(room.folder)
    room.folder.write_bytes(b"")

    send_photo(ana, at)

    assert "This server cannot read photos now. Tap the tiles instead." in ana.text


def test_a_reader_that_cannot_be_started_is_told_and_logged(
    room: Darkroom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_words: object, **_more: object) -> None:
        raise FileNotFoundError("nice")

    monkeypatch.setattr("views.shared.darkroom.subprocess.run", fail)
    room.take("photo", PHOTO, 9)

    assert wait_for_answer(room, "photo") == PhotoRead(refused=BROKE)
    assert "cannot be started" in caplog.text


def test_a_broken_installation_is_logged(room: Darkroom, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "eyes.py").write_text("raise SystemExit(3)")
    room.root = tmp_path

    room.take("photo", PHOTO, 9)

    assert wait_for_answer(room, "photo") == PhotoRead(refused=BROKE)
    assert "ended with 3" in caplog.text
