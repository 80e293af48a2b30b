"""A hand scored from a photo: the tiles seen are proposed, doubtful ones are checked, and all are entered."""

import re
from collections import Counter

import pytest
from flask import Flask
from pytest import MonkeyPatch
from sqlalchemy import select

from models import db, writing
from models.ledger.games import Game
from proofs.eyes.drawn_photos import draw_photo
from proofs.eyes.hostile_photos import hostile_photos
from rules import read_rules, read_tiles
from tests.conftest import pick, some
from tests.phone import Phone
from tests.photos import KIND, PHOTO, form_of, send_photo
from tests.views.conftest import Keeper, hand, keep, move
from tests.views.game.conftest import contents, enter, fill, refused, see, tiles_of
from views.shared import photo_reader
from views.shared.photos import MOST_BYTES, PHOTOS_ARE_FULL, offers_photos


def test_a_photo_is_read_and_its_tiles_are_entered(ana: Phone, game: str, at: str, slow_reader: None) -> None:
    send_photo(ana, at, draw_photo(read_tiles("9-7 6-5 4-1 5-3")))

    assert "4 tiles, 40 pips. Is that all of them?" in ana.text
    assert ana.page.text.count('class="over"') == 5
    tiles = ["9-7", "6-5", "4-1", "5-3"]
    assert {ana.fields[f"tiles-{number}-read"] for number in range(4)} == {*tiles}
    ana.send_on(**tiles_of(*tiles), **{f"tiles-{number}-right": tile for number, tile in enumerate(tiles)})
    assert ana.path == f"{game}/rounds/1"
    assert "40 9-7 6-5 5-3 4-1" in ana.text


def test_a_tile_elsewhere_is_doubtful(ana: Phone, game: str, seats: list[str], at: str, reader: list[bytes]) -> None:
    fill(ana, f"{game}/rounds/1/seats/{seats[0]}", tiles="4-1")
    move(ana, keep(ana, game), "A 9-7@A")
    see(ana, at, reader, "4-1", "9-7", "9-9")

    for place in ("Ana", "on the table", "in the middle"):
        assert f"This tile is already somewhere else: {place}." in ana.text
    refused(ana, **tiles_of("4-1"), **{"tiles-1-gone": "y", "tiles-2-gone": "y"})


def test_a_question_is_asked_here(ana: Phone, ben: Phone, game: str, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7")
    enter(ben, game, 1, "", "34")

    ana.page = ana.send(**tiles_of("9-7"))
    assert ana.page.status_code == 409
    assert "already has 34 in this round" in ana.text
    ana.send_on(**tiles_of("9-7"), seen=pick(r'name="seen" value="(\d+)">Use mine', ana.page.text))
    assert "16 9-7" in ana.text

    fill(ana, game, f"{game}/undo")
    assert ">16<" not in ana.page.text


def test_the_tiles_come_back_when_the_page_is_loaded_again(ana: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7", "4-1", unsure=("4-1",))
    page = re.sub(r'value="[^"]{16,}"', "", ana.page.text)

    reader.clear()
    ana.open(ana.page.request.full_path)

    assert re.sub(r'value="[^"]{16,}"', "", ana.page.text) == page
    assert ana.send(**tiles_of("9-7", "4-1"), **{"tiles-1-right": "4-1"}).status_code == 303


@pytest.mark.parametrize(
    "read", ["", "9", "9.7.1", "13.1.1", "9.7.x", "9.7.1.5", f"9.7.1.{'9' * 4000}.1", "²", "_" * 5000]
)
def test_an_address_that_nobody_made_shows_the_tiles_that_it_has(ana: Phone, at: str, read: str) -> None:
    ana.open(f"{at}/tiles?read={read}")

    assert ana.page.status_code == 200
    assert ("9-7" in ana.fields.values()) == (read == "9.7.1")


def test_a_photo_that_finds_no_room_is_told(ana: Phone, at: str, reader: list[bytes]) -> None:
    ana.open(at)
    form = form_of(ana.fields, PHOTO)
    answer = ana.client.post(at, data=form, content_type=KIND, environ_overrides={PHOTOS_ARE_FULL: True})

    assert answer.status_code == 422
    assert "Many photos are waiting to be read. Nothing is lost" in answer.get_data(as_text=True)


def test_the_way_to_the_photo_enters_what_was_typed(ana: Phone, game: str, seats: list[str], at: str) -> None:
    assert f'value="photo-{seats[0]}"' in ana.open(f"{game}/rounds/1").text

    answer = ana.send(tap=f"photo-{seats[1]}", **hand(seats[0], "6"))

    assert answer.location == at
    assert "so far 6" in ana.read(game)


def test_without_a_reader_no_photo(monkeypatch: MonkeyPatch, ana: Phone, game: str, seats: list[str], at: str) -> None:
    monkeypatch.setattr(photo_reader, "is_installed", lambda: False)

    assert "photo" not in ana.open(f"{game}/rounds/1").text
    assert "photo" not in ana.open(f"{game}/rounds/1/seats/{seats[1]}").text
    assert "photo" not in ana.open(f"{keep(ana, game)}/hand").text
    assert ana.client.get(at).status_code == 404


def test_a_set_that_the_reader_does_not_know_says_so(app: Flask, ana: Phone, game: str, seats: list[str]) -> None:
    with app.app_context(), writing():
        db.session.scalars(select(Game)).one().rules = read_rules("double-nine[highest=15]")

    assert "Photos do not work with this set" in ana.read(f"{game}/rounds/1/seats/{seats[1]}")
    assert "Take a photo instead" not in ana.text


def test_only_scorekeepers_send_photos(ana: Phone, cai: Phone, at: str, reader: list[bytes]) -> None:
    see(ana, at, reader, "9-7")
    cai.open("/start")

    for page in (at, ana.path):
        assert cai.client.get(page).status_code == 404
        assert cai.send(page).status_code in (404, 405)


def test_nothing_of_a_photo_reaches_the_database(app: Flask, ana: Phone, at: str, reader: list[bytes]) -> None:
    ana.open(at)
    before = contents(app)
    see(ana, at, reader, "9-7")

    assert "1 tile, 16 pips." in ana.text
    assert contents(app) == before


@pytest.mark.parametrize(
    ("photo", "sentence"),
    [
        (b"", "Choose a photo first."),
        (b"GIF89a and so on", "This is no photo that can be read."),
        (b"RIFF    WAVEfmt ", "This is no photo that can be read."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is no photo that can be read."),
        (b"\xff\xd8\xff" + b"x" * MOST_BYTES, "This photo is larger than 6 MB."),
        (b"\xff\xd8\xff damaged", "This is no photo that can be read."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\0\0\0\1\0\0\x08\2\0\0\0", "too large"),
    ],
)
def test_a_bad_file_gets_a_sentence(ana: Phone, at: str, slow_reader: None, photo: bytes, sentence: str) -> None:
    send_photo(ana, at, photo)

    assert ana.page.status_code == 422
    assert sentence in ana.text
    assert "Take another photo" in ana.text


def test_a_photo_far_too_large_gets_a_sentence(ana: Phone, at: str) -> None:
    send_photo(ana, at, b"\xff\xd8\xff" + b"x" * (MOST_BYTES + 100_000))

    assert ana.page.status_code == 413
    assert "This photo is larger than 6 MB." in ana.text


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (b'{"tiles": []}', "No tiles were found."),
        (b'{"error": "The lamp is too bright."}', "The lamp is too bright."),
        (b"", "This photo could not be read."),
        (b'{"tiles": [{"high": "x"}]}', "This photo could not be read."),
        (b"[1, 2]", "This photo could not be read."),
    ],
)
def test_a_photo_without_tiles_is_told(ana: Phone, at: str, reader: list[bytes], said: bytes, sentence: str) -> None:
    reader.append(said)

    send_photo(ana, at)

    assert ana.page.status_code == 422
    assert sentence in ana.text


def test_a_set_above_double_twelve_has_no_photo(app: Flask) -> None:
    with app.app_context():
        assert offers_photos(read_rules("double-twelve"))
        assert not offers_photos(read_rules("double-twelve[highest=15]"))


def test_hostile_files_get_a_sentence_or_tiles_to_confirm(ana: Phone, at: str, slow_reader: None) -> None:
    answers = Counter[int]()
    for kind, file in hostile_photos(some(8), seed=3):
        send_photo(ana, at, file)
        answers[ana.page.status_code] += 1
        words = "Is that all of them?" if ana.page.status_code == 200 else "Take another photo"
        assert words in ana.text or "This photo is larger than 6 MB." in ana.text, kind

    assert set(answers) <= {200, 413, 422}
    assert answers[422]


def test_in_a_confirmed_round_only_the_referee_sends_a_photo(ana: Phone, keeper: Keeper) -> None:
    seat = enter(keeper, keeper.game, 1, "out", "9", "9", "9")[1]
    address = f"{keeper.game}/rounds/1/photo/{seat}"
    assert keeper.client.get(address).status_code == 200

    fill(keeper, f"{keeper.game}/confirm", round="1", seat=seat)

    assert keeper.client.get(address).status_code == 404
    assert ana.client.get(address).status_code == 200
