"""The day on which something was played, as pages show it: whose clock decides it, and how it is corrected."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club
from models.ledger.lines import SheetRow
from models.ledger.nights import Night
from tests.conftest import pick
from tests.phone import Phone, seat_fields
from tests.views.club.conftest import do, refusal_of
from tests.views.conftest import night_link
from tests.views.game.conftest import enter
from tests.views.game.test_results import handed_over


def start(phone: Phone, **fields: str) -> Phone:
    """Start a game of two rounds."""
    do(phone, "/start", **seat_fields("Ana", "Ben"), rules="double-nine", engines="1 0", **fields)
    return phone


def finish(phone: Phone) -> str:
    """Enter both rounds, open the result, and return the address of the sheet."""
    game = phone.path
    for number in (1, 2):
        enter(phone, game, number, "out", "3")
    phone.open(f"{game}/result")
    return game


def zones(app: Flask) -> list[str | None]:
    with app.app_context():
        return list(db.session.scalars(select(Club.zone)))


def nights(app: Flask) -> list[str]:
    with app.app_context():
        open_dates = select(Night.date).where(Night.binned_at.is_(None)).order_by(Night.date)
        return [day.isoformat() for day in db.session.scalars(open_dates)]


@pytest.mark.parametrize(
    ("said", "kept"),
    [("America/New_York", "America/New_York"), ("", None), ("Mars/Olympus", None), ("../etc/passwd", None)],
)
def test_a_club_has_the_time_zone_of_the_phone_that_founds_it(app: Flask, zoe: Phone, said: str, kept: str) -> None:
    start(zoe, zone=said)

    assert zones(app) == [kept]


@pytest.mark.parametrize(
    ("typed", "kept"), [("new york", "America/New_York"), (" Europe/London ", "Europe/London"), ("UTC", "UTC")]
)
def test_a_city_is_enough_for_a_time_zone(app: Flask, ana: Phone, club: str, typed: str, kept: str) -> None:
    do(ana, club, f"{club}/zone", zone=typed)

    assert zones(app) == [kept]


def test_a_time_zone_that_is_none_is_refused_with_an_example(app: Flask, ana: Phone, ben: Phone, club: str) -> None:
    sentence = "There is no such time zone. Type one such as America/New_York."
    assert sentence in refusal_of(ana, club, f"{club}/zone", zone="Gotham")
    ben.open("/start")
    assert ben.send(f"{club}/zone", zone="UTC").status_code == 404
    assert zones(app) == [None]


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kolkata", "Australia/Sydney"])
def test_times_are_those_of_the_club(app: Flask, ana: Phone, club: str, game: str, zone: str) -> None:
    do(ana, club, f"{club}/zone", zone=zone)
    do(ana, f"{game}/changes", f"{game}/stop")
    with app.app_context():
        stopped_at: datetime = db.session.scalars(select(SheetRow.at)).one()

    assert f"{stopped_at.astimezone(ZoneInfo(zone)):%-I:%M %p}" in ana.read(f"{game}/log")


def test_a_game_from_paper_is_of_its_day_everywhere(app: Flask, zoe: Phone) -> None:
    tuesday = (datetime.now(UTC) - timedelta(days=9)).date().isoformat()

    game = finish(start(zoe, day=tuesday, zone="America/New_York"))

    assert nights(app) == [tuesday]
    # 20:00 there; the app reads it as UTC.
    assert str(handed_over(zoe)["playDate"])[11:] in ("00:00:00", "01:00:00")
    do(zoe, f"{game}/changes", f"{game}/day", day="2020-01-05")
    assert nights(app) == ["2020-01-05"]
    zoe.open(f"{game}/result")
    assert handed_over(zoe)["playDate"] == "2020-01-06 01:00:00"


def test_a_day_that_has_not_come_is_refused(app: Flask, ana: Phone, game: str, night: str) -> None:
    before = nights(app)
    day = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()
    sentence = "That date is in the future."

    assert sentence in refusal_of(ana, f"{game}/changes", f"{game}/day", day=day)
    assert sentence in refusal_of(ana, night, f"{night}/day", day=day)
    assert sentence in refusal_of(ana, "/start", **seat_fields("Ana", "Ben"), rules="double-nine", day=day)
    assert nights(app) == before


def test_a_whole_night_is_moved_but_not_onto_another(app: Flask, ana: Phone, night: str) -> None:
    do(ana, night, f"{night}/day", day="2020-01-05")
    assert nights(app) == ["2020-01-05"]
    start(ana)
    other_night = pick(r"/nights/\w+", ana.page.text)

    sentence = "There is already a game night on that date"
    assert sentence in refusal_of(ana, other_night, f"{other_night}/day", day="2020-01-05")
    assert len(nights(app)) == 2


def test_a_key_to_one_night_moves_neither_the_night_nor_a_game_out_of_it(
    app: Flask, ana: Phone, club: str, night: str, game: str
) -> None:
    guest = Phone(app)
    guest.open(night_link(ana, club, night))
    guest.open(f"{game}/changes")

    assert "Change the date" not in guest.text
    assert guest.send(f"{game}/day", day="2020-01-05").status_code == 404
    assert "Change the date" not in guest.open(night).text
    assert guest.send(f"{night}/day", day="2020-01-05").status_code == 404
