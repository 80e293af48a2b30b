"""The cast at a table: Ana's phone founded the club, Ben's enters scores, Cai's only watches, Zoe's has no key."""

import io
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from commands.address import link_of
from models import db, writing
from samples.demo_club import create_demo_club
from tests.conftest import filled, make_base, on_a_new_file, on_an_empty_server, pick
from tests.phone import Phone, seat_fields
from tests.photos import give_reader_time
from views.shared import photo_reader

NAMES = ("Ana", "Ben", "Cai", "Dee")
SATURDAY = date(2026, 11, 28)


class Keeper(Phone):
    """A scorekeeper's phone, with the address of its game."""

    game: str


def cookie_of(phone: Phone) -> str:
    """The cookie that a phone sends with each request."""
    cookie = phone.client.get_cookie("roundhouse")
    assert cookie is not None
    return cookie.value


def begin(app: Flask, rules: str = "double-nine", names: tuple[str, ...] = NAMES, **fields: str) -> Phone:
    """A phone that has just started a game and has said that the first player is holding it."""
    phone = Phone(app)
    phone.open("/start")
    phone.send_on(rules=rules, **seat_fields(*names), **fields)
    game = phone.path
    phone.open(f"{game}/me")
    phone.send_on(name=names[0])
    return phone


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """The app on either database, with empty tables."""
    if request.param != "postgresql":
        yield request.getfixturevalue("app")
        return
    with on_an_empty_server(request.getfixturevalue("postgres_app"), request.session) as app:
        yield app


@pytest.fixture
def ana(app: Flask) -> Phone:
    """The phone that started the game of four."""

    def fill() -> tuple[str, str]:
        phone = begin(app)
        return cookie_of(phone), phone.path

    with app.app_context():
        cookie, game = filled("four at a table", fill)
    phone = Phone(app)
    phone.client.set_cookie("roundhouse", cookie)
    phone.open(game)
    return phone


@pytest.fixture
def game(ana: Phone) -> str:
    """The address of the game's sheet."""
    return ana.path


@pytest.fixture
def seats(ana: Phone, game: str) -> list[str]:
    """The numbers of the seats, clockwise."""
    ana.open(f"{game}/rounds/1")
    numbers = re.findall(r'id="seat-(\d+)"', ana.page.text)
    ana.open(game)
    return numbers


@pytest.fixture
def night(ana: Phone, game: str) -> str:
    """The address of the night's page."""
    return pick(r"/nights/\w+", ana.open(game).text)


@pytest.fixture
def club(ana: Phone, game: str) -> str:
    """The address of the club's page."""
    ana.open("/")
    address = pick(r"/clubs/\w+", ana.page.text)
    ana.open(game)
    return address


def link(ana: Phone, club: str, number: int) -> str:
    """The secret link of the key at this position in the club's list: 0 manages, 1 enters scores, 2 only watches."""
    keys = re.findall(r'href="(/clubs/\w+/keys/\w+)"', ana.open(f"{club}/keys").text)
    return pick(r'href="http://[^/]+(/k/[^"]+)"', ana.open(keys[number]).text)


@pytest.fixture
def ben(app: Flask, ana: Phone, club: str, game: str) -> Phone:
    """A phone that may enter scores."""
    phone = Phone(app)
    phone.open(link(ana, club, 1))
    phone.open(f"{game}/me")
    phone.send_on(name="Ben")
    ana.open(game)
    return phone


@pytest.fixture
def cai(app: Flask, ana: Phone, club: str, game: str) -> Phone:
    """A phone that may only watch."""
    phone = Phone(app)
    phone.open(link(ana, club, 2))
    ana.open(game)
    return phone


@pytest.fixture
def zoe(app: Flask) -> Phone:
    """A phone without a key."""
    return Phone(app)


def keep(phone: Phone, game: str, number: int = 1, first: str = "Ana", dealt: str = "") -> str:
    """Start entering a round's moves, and return the address of its table."""
    page = phone.open(f"{game}/rounds/{number}/table").text
    seat = pick(rf'value="(\d+)"[^>]*><strong>{first}<', page)
    phone.send_on(f"{game}/rounds/{number}/table/begin", first=seat, dealt=dealt)
    return phone.path


def hand(seat: str, left: str = "", out: bool = False) -> dict[str, str]:
    """The fields of one seat's score."""
    fields = {f"hand_{seat}-left": left}
    return fields | {f"hand_{seat}-out": "y"} if out else fields


def whole_round(seats: list[str], *left: str) -> dict[str, str]:
    """The fields of a round; `out` means that the player went out."""
    fields: dict[str, str] = {}
    for seat, text in zip(seats, left, strict=True):
        fields |= hand(seat, out=True) if text == "out" else hand(seat, text)
    return fields


@pytest.fixture
def table(ana: Phone, game: str) -> str:
    """The address of the first round's table, which Ana has started and has open."""
    address = keep(ana, game)
    ana.open(address)
    return address


def move(phone: Phone, table: str, *texts: str) -> None:
    """Enter moves one after the other."""
    for text in texts:
        phone.open(table)
        answer = phone.send(table, move=text)
        assert answer.status_code == 303, answer.text
    phone.open(table)


def bring(phone: Phone, club: str, text: str = "") -> str:
    """Upload a club file, the club's own if no text is given, and return the address of the preview."""
    text = text or phone.client.get(f"{club}/club.json").text
    phone.open(f"{club}/import")
    fields = phone.fields | {"file": (io.BytesIO(text.encode()), "club.json")}
    answer = phone.client.post(f"{club}/import", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    phone.open(answer.location)
    return phone.path


def seat_hall(phone: Phone, club: str) -> tuple[str, list[str]]:
    """Seat a tournament of eight at two tables in a club this phone manages. Return its address and its tables' links."""
    phone.open(f"/start-tournament?club={club.rpartition('/')[2]}")
    phone.send_on(name="Cup", players="A, B, C, D, E, F, G, H", largest="5", rules="double-twelve")
    hall = phone.path
    phone.open(f"{hall}/seating")
    phone.send_on(f"{hall}/seating/lot", me="Ana")
    return hall, re.findall(r"/k/[\w-]+", phone.open(f"{hall}/cards").text)


def make_season(path: Path, today: date) -> str:
    """Make a database with the demo season up to this day. Return the link that opens its club."""
    app = make_base(f"sqlite:///{path}")
    with app.test_request_context():
        db.create_all()
        with writing():
            _, key = create_demo_club(Random(5), today, has_cup=False)
            link = link_of(key)
        db.engine.dispose()
    return f"/k/{link.partition('/k/')[2]}"


@pytest.fixture(scope="session")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with the demo season, made once, and the link that opens its club."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    return path, make_season(path, date.today())


@pytest.fixture(scope="session")
def dated_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The same on `SATURDAY`."""
    path = tmp_path_factory.mktemp("dated") / "demo.db"
    return path, make_season(path, SATURDAY)


@pytest.fixture
def demo(sqlite_app: Flask, demo_file: tuple[Path, str]) -> Iterator[Phone]:
    """A phone that manages the demo club, on a copy of its database."""
    yield from _opened(sqlite_app, *demo_file)


@pytest.fixture
def dated_demo(sqlite_app: Flask, dated_file: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Phone]:
    """The same on `SATURDAY`, for questions that name days and months."""
    for module in ("models.ledger.clubs", "views.shared.in_play"):
        monkeypatch.setattr(f"{module}.now", lambda: datetime.combine(SATURDAY, time(20), UTC))
    yield from _opened(sqlite_app, *dated_file)


def _opened(sqlite_app: Flask, path: Path, address: str) -> Iterator[Phone]:
    with on_a_new_file(sqlite_app, path) as app:
        phone = Phone(app)
        phone.open(address)
        yield phone


def club_of(phone: Phone) -> str:
    return pick(r"/clubs/\w+", phone.open("/").text)


def player_of(phone: Phone, name: str) -> str:
    return pick(rf'href="(/clubs/\w+/players/\w+)">{name}', phone.open(club_of(phone)).text)


@pytest.fixture
def hall(ana: Phone, club: str) -> str:
    """The address of a tournament of eight at two tables, seated by lot."""
    return seat_hall(ana, club)[0]


@pytest.fixture
def keeper(app: Flask, ana: Phone, hall: str) -> Keeper:
    """The phone of the scorekeeper of table 1."""
    phone = Keeper(app)
    phone.open(pick(r"/k/[\w-]+", ana.open(f"{hall}/cards").text))
    phone.game = phone.path
    phone.open(f"{phone.game}/me")
    phone.send_on(name="Zoe")
    return phone


@pytest.fixture
def played(ana: Phone, game: str, seats: list[str]) -> Phone:
    """Ana's phone after one round: she went out, and the others had 34, 30 and 5 left."""
    ana.open(f"{game}/rounds/1")
    ana.send_on(**whole_round(seats, "out", "34", "30", "5"))
    return ana


def reads(statements: list[str]) -> list[str]:
    """The queries among the statements sent to the database."""
    return [statement for statement in statements if statement.lstrip().startswith(("SELECT", "WITH"))]


def assert_public(address: str, ana: Phone, zoe: Phone, statements: list[str]) -> None:
    """Assert that a page is the same with and without a key, that any browser may cache it, and that it makes no query."""
    statements.clear()
    anas_answer, zoes_answer = ana.client.get(address), zoe.client.get(address)
    next_answer = zoe.client.get(address, headers={"If-None-Match": zoes_answer.headers["ETag"]})

    assert anas_answer.data == zoes_answer.data
    assert "public" in zoes_answer.headers["Cache-Control"]
    assert "Set-Cookie" not in zoes_answer.headers
    assert "Cookie" not in zoes_answer.headers.get("Vary", "")
    assert next_answer.status_code == 304
    assert statements == []


def finish_game(app: Flask, names: tuple[str, ...] = NAMES, rules: str = "double-nine") -> Phone:
    """A phone on the sheet of a finished game of two rounds.

    In both rounds the first player went out, and each of the others had 3 pips more than the one before.
    """
    phone = begin(app, rules, names, engines="1 0")
    game = phone.path
    for number in (1, 2):
        phone.open(f"{game}/rounds/{number}")
        seats = [name.split("_")[1].split("-")[0] for name in phone.fields if name.endswith("-seen")]
        phone.send_on(**whole_round(seats, "out", *(str(3 * at) for at in range(1, len(names)))))
    return phone


def share_link(phone: Phone) -> str:
    """Share the result of the game on this phone's sheet. Return the link's path, and leave the phone on the sheet."""
    game = phone.path
    phone.send_on(f"{game}/result")
    path = pick(r'value="https?://[^/]+([^"]*/r/[^"]+)"', phone.page.text)
    phone.open(game)
    return path


def night_link(ana: Phone, club: str, night: str) -> str:
    """The link of a new key that may enter the scores of a night."""
    ana.open(f"{club}/keys")
    ana.send_on(access="score", night=night.rpartition("/")[2], label="tonight")
    return pick(r'href="http://[^/]+(/k/[^"]+)"', ana.page.text)


@pytest.fixture
def slow_reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The photo reader with ten times its usual time, because a busy machine may need more than five seconds."""
    give_reader_time(monkeypatch, tmp_path)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """A photo reader that answers with the last line in this list."""
    lines: list[bytes] = []
    monkeypatch.setattr(photo_reader, "ask_reader", lambda *_facts: lines[-1])
    return lines
