"""Forms at a table: most tests open a page, fill in its form and send it."""

import re

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from models import db
from tests.phone import Phone
from tests.photos import saying, send_photo
from tests.views.conftest import finish_game, whole_round


def fill(phone: Phone, page: str, to: str = "", leave: tuple[str, ...] = (), /, **fields: str | list[str]) -> None:
    """Open a page and send its form, to this address or to its own, and follow the redirect."""
    phone.open(page)
    phone.send_on(to, leave, **fields)


def refused(
    phone: Phone, page: str = "", to: str = "", leave: tuple[str, ...] = (), /, **fields: str | list[str]
) -> TestResponse:
    """Send a form that is refused: that of this page, or the one that is open. The phone stays on the answer."""
    if page:
        phone.open(page)
    phone.page = phone.send(to, leave, **fields)
    assert phone.page.status_code == 422, phone.text
    return phone.page


def enter(phone: Phone, game: str, number: int, *left: str) -> list[str]:
    """Enter scores clockwise: `out` for who went out, and "" for who is left alone. Return the numbers of the seats."""
    phone.open(f"{game}/rounds/{number}")
    seats = re.findall(r'name="hand_(\d+)-left"', phone.page.text)
    scores = {seat: text for seat, text in zip(seats, left, strict=False) if text}
    phone.send_on(**whole_round(list(scores), *scores.values()))
    return seats


@pytest.fixture
def over(app: Flask) -> Phone:
    """Ana's phone on the sheet of a finished game, which she won with 0; Ben has 6, Cai 12 and Dee 18."""
    return finish_game(app)


@pytest.fixture
def at(game: str, seats: list[str]) -> str:
    """The address of the page for a photo of Ben's hand."""
    return f"{game}/rounds/1/photo/{seats[1]}"


def see(phone: Phone, at: str, reader: list[bytes], *tiles: str, unsure: tuple[str, ...] = ()) -> None:
    """Send a photo in which the reader sees these tiles."""
    reader.append(saying(*tiles, unsure=unsure))
    send_photo(phone, at)


def tiles_of(*tiles: str) -> dict[str, str]:
    """The fields with the numbers of these tiles, as a browser sends them from the selects in the list."""
    fields = {}
    for number, tile in enumerate(tiles):
        fields[f"tiles-{number}-high"], fields[f"tiles-{number}-low"] = tile.split("-")
    return fields


def contents(app: Flask) -> list[object]:
    """Everything in the database."""
    with app.app_context():
        return [list(db.session.execute(select(table))) for table in db.metadata.sorted_tables]
