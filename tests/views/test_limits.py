"""Limits on what one network address may do in an hour, and pages without any limit."""

import io
from collections.abc import Iterable
from datetime import timedelta
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from app import LIMITS
from commands.door import COUNTED_AS
from models import db, writing
from models.ledger.clubs import Club
from models.ledger.keys import Key, forget_founders
from models.store.columns import now
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import begin, bring, club_of, hand, link, night_link, seat_hall


def low(app: Flask, **limits: int) -> None:
    app.config.update({f"ROUNDHOUSE_{name}": count for name, count in limits.items()})


def start(app: Flask, address: str = "192.0.2.7") -> Phone:
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = address
    phone.open("/start")
    phone.page = phone.send(**{"players-0": "Zoe", "players-1": "Ben"})
    return phone


def send_file(phone: Phone, page: str, text: str) -> int:
    """Upload a club file with this text from a page, and return the status code."""
    phone.open(page)
    fields = phone.fields | {"file": (io.BytesIO(text.encode()), "club.json")}
    return phone.client.post(page, data=fields, content_type="multipart/form-data").status_code


def founded_long_ago(app: Flask) -> None:
    """Forget from which address each club was founded."""
    with app.app_context(), writing():
        db.session.execute(update(Club).values(founded_from=None))


@pytest.fixture
def counted(app: Flask) -> list[str]:
    """The visitor as which each request since was counted."""
    visitors, answer = list[str](), app.wsgi_app

    def noted(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        chunks = answer(environ, start)
        visitors.append(str(environ.get(COUNTED_AS)))
        return chunks

    app.wsgi_app = noted  # type: ignore[assignment, method-assign] # Flask's own way
    return visitors


def test_clubs_are_limited_by_address_and_what_was_typed_waits(app: Flask) -> None:
    low(app, CLUBS_AN_HOUR=2)

    phones = [start(app) for _ in range(3)]

    assert [phone.page.status_code for phone in phones] == [303, 303, 429]
    assert "Too many requests in one hour" in phones[2].text
    assert "it is waiting here: Zoe Ben" in phones[2].text
    assert "data-again" not in phones[2].page.text
    assert start(app, "192.0.2.8").page.status_code == 303


@pytest.mark.parametrize(
    ("addresses", "statuses"),
    [
        (("2001:db8::1", "[2001:db8:0:2::2:3]:5000", "2001:db8:0:100::1"), [303, 429, 303]),
        (("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1"), [303, 303, 429]),
        (("unix:", "unix:", "unix:2"), [303, 429, 303]),
    ],
    ids=["an IPv6 house counts as one", "one kind written as the other", "of no network"],
)
def test_addresses_of_one_house_count_as_one(app: Flask, addresses: tuple[str, ...], statuses: list[int]) -> None:
    low(app, CLUBS_AN_HOUR=1)

    assert [start(app, address).page.status_code for address in addresses] == statuses


def test_what_was_not_kept_does_not_count(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    low(app, CLUBS_AN_HOUR=1)

    def fail() -> None:
        raise OperationalError("COMMIT", {}, Exception("gone"))

    with monkeypatch.context() as patch:
        patch.setattr(db.session, "commit", fail)
        assert [start(app).page.status_code for _ in range(3)] == [503] * 3

    assert start(app).page.status_code == 303


def test_tournaments_are_limited(app: Flask, ana: Phone, club: str) -> None:
    low(app, TOURNAMENTS_AN_HOUR=1)
    seat_hall(ana, club)

    ana.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    assert ana.send(name="Cup", players="A, B, C, D", largest="5").status_code == 429


def test_files_are_limited_with_a_key_and_without(app: Flask, ana: Phone, zoe: Phone, club: str) -> None:
    text = ana.client.get(f"{club}/club.json").text
    low(app, FILES_AN_HOUR=2)

    sent = [send_file(*way, text) for way in ((ana, f"{club}/import"), (zoe, "/import"), (zoe, "/import"))]

    assert sent == [303, 303, 429]
    assert send_file(ana, f"{club}/import", text) == 429


def test_wrong_links_lock_no_valid_one_out(app: Flask, ana: Phone, club: str, zoe: Phone) -> None:
    low(app, WRONG_LINKS=3)
    address = link(ana, club, 1)

    assert [zoe.client.get(f"/k/wrong{number}-x").status_code for number in range(5)] == [404] * 3 + [429] * 2
    assert zoe.client.get(address).status_code == 303


def test_a_program_that_sends_forms_is_stopped_and_what_it_read_is_not(
    app: Flask, ana: Phone, game: str, seats: list[str]
) -> None:
    low(app, FORMS_AN_HOUR=2)

    def enter(pips: int) -> int:
        ana.open(f"{game}/rounds/1")
        return ana.send(**hand(seats[1], str(pips))).status_code

    assert [enter(pips) for pips in (1, 2, 3)] == [303, 303, 429]
    assert ana.open(game).status_code == 200


def test_a_hall_behind_one_address_plays_on_when_every_limit_is_reached(
    app: Flask, ana: Phone, club: str, game: str, seats: list[str]
) -> None:
    links = [link(ana, club, place) for place in (1, 2)]
    ana.open(game)
    app.config.update(dict.fromkeys(LIMITS, 0) | {"ROUNDHOUSE_FORMS_AN_HOUR": 36_000})

    for number in range(100):
        phone = Phone(app)
        assert phone.client.get(links[number % 2]).status_code == 303
        assert phone.open(f"{game}/sheet").status_code == 200
    ana.open(f"{game}/rounds/1")
    assert ana.send(**hand(seats[1], "5")).status_code == 303
    ana.open(f"/start?club={club.rpartition('/')[2]}")
    assert ana.send(**{"players-0": "Ana", "players-1": "Ben", "asked": "1"}).status_code == 303


def test_of_a_clubs_waiting_files_the_oldest_go_and_none_of_another_club(app: Flask, ana: Phone, club: str) -> None:
    stranger = begin(app, names=("Yan", "Zoe"))
    preview = bring(stranger, club_of(stranger))
    previews = [bring(ana, club) for _ in range(7)]

    assert stranger.open(preview).status_code == 200
    assert [ana.open(address).status_code for address in previews] == [404] * 2 + [200] * 5


@pytest.mark.parametrize(("proxies", "warned"), [(0, 1), (1, 0)])
def test_a_proxy_that_nobody_told_of_is_said_once(
    app: Flask, zoe: Phone, caplog: pytest.LogCaptureFixture, proxies: int, warned: int
) -> None:
    app.config["ROUNDHOUSE_PROXIES"] = proxies
    for _ in range(3):
        zoe.client.get("/", headers={"X-Forwarded-For": "192.0.2.1"})

    assert caplog.text.count("A proxy passes requests on") == warned


def test_a_stranger_who_founds_many_clubs_gets_no_more_than_with_one(app: Flask) -> None:
    low(app, FORMS_AN_HOUR=4)
    phones = [start(app) for _ in range(3)]

    assert [rename(phone) for phone in phones] == [303, 429, 429]


def rename(phone: Phone) -> int:
    """Rename the club that this phone has founded, and return the status code."""
    phone.open(club_of(phone))
    return phone.send(name="Our table").status_code


def test_a_league_behind_one_address_is_counted_by_its_clubs(app: Flask) -> None:
    phones = [start(app) for _ in range(3)]
    founded_long_ago(app)
    low(app, FORMS_AN_HOUR=1)

    assert [rename(phone) for phone in (*phones, phones[0])] == [303, 303, 303, 429]


def test_those_who_look_on_take_no_turns_of_the_scorekeepers(
    app: Flask, ana: Phone, ben: Phone, cai: Phone, game: str, club: str, night: str, counted: list[str]
) -> None:
    guest = Phone(app)
    guest.open(night_link(ana, club, night))

    def visitor(phone: Phone) -> str:
        phone.open(f"{game}/follow")
        return counted[-1]

    assert visitor(ana) == visitor(ben)
    assert len({visitor(ana), visitor(cai), visitor(guest)}) == 3

    # However many links to nights there are, their guests are one visitor, apart from those with a key to the club.
    founded_long_ago(app)
    assert visitor(guest) == f"{visitor(ana)}, guests"


def test_files_of_many_clubs_at_one_address_have_a_limit_together(app: Flask) -> None:
    phones = [start(app) for _ in range(6)]
    founded_long_ago(app)
    low(app, FILES_AN_HOUR=1)

    def send_own(phone: Phone) -> int:
        club = club_of(phone)
        return send_file(phone, f"{club}/import", phone.client.get(f"{club}/club.json").text)

    assert [send_own(phone) for phone in phones] == [303] * 4 + [429] * 2


def test_the_address_of_a_founder_is_forgotten_after_a_day(app: Flask) -> None:
    start(app, "192.0.2.9")
    with app.app_context():
        forget_founders()
        assert db.session.scalars(select(Club.founded_from)).all() == ["192.0.2.9"]

        db.session.execute(update(Key).values(made_at=now() - timedelta(days=1, minutes=1)))
        forget_founders()
        assert db.session.scalars(select(Club.founded_from)).all() == [None]


def test_nights_are_taken_out_of_the_bin_now_and_then(app: Flask, ana: Phone, night: str, club: str) -> None:
    low(app, FILES_AN_HOUR=1)

    def throw_and_put_back() -> int:
        ana.open(night)
        ana.send_on(f"{night}/throw")
        return ana.send(pick(rf"{club}/bin/\w+", ana.page.text)).status_code

    assert [throw_and_put_back(), throw_and_put_back()] == [303, 429]
