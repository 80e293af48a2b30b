"""Headers of every answer, and polite errors."""

import random
from base64 import b64encode
from hashlib import sha256

import pytest
from flask import Flask
from sqlalchemy import func, select

from models import db, writing
from models.access.tokens import write_token
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.seats import Seat
from models.play.start import create_club_with_keys
from rules import RULE_BOOKS
from samples.cast import TODAY
from samples.games import begin, play
from samples.kept_rounds import keep_sixty_tiles
from tests.conftest import SECRET, pick
from tests.phone import Phone
from tests.views.club.conftest import do
from tests.views.conftest import reads

LABELS = {Access.MANAGE: "m", Access.SCORE: "s", Access.VIEW: "v"}
EIGHT = ["Bartholomew Featherstonehaugh", "Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus"]


def size_of(phone: Phone, address: str) -> int:
    """The size of a page as it is sent."""
    answer = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip"), address
    return len(answer.data)


@pytest.fixture
def big(app: Flask) -> tuple[Phone, str]:
    """A phone that manages a game of eight players after thirteen rounds, and the address of the game."""
    with app.app_context(), writing():
        club, key = create_club_with_keys("The big table", LABELS, "Ana")
        game = begin(club, EIGHT, RULE_BOOKS["double-twelve"], TODAY)
        play(game, 13, random.Random(1))
        token, address = write_token(key, SECRET), f"/games/{game.ref}"
    phone = Phone(app)
    phone.open(f"/k/{token}")
    do(phone, f"{address}/me", name="Ana")
    return phone, address


def test_the_biggest_sheet_is_small_and_costs_few_queries(app: Flask, big: tuple[Phone, str], said: list[str]) -> None:
    phone, game = big
    said.clear()

    assert size_of(phone, game) <= 10_000
    assert len(reads(said)) <= 6


def test_no_page_is_above_14_kb(app: Flask, big: tuple[Phone, str]) -> None:
    phone, game = big
    with app.app_context():
        hand = f"/rounds/13/seats/{db.session.scalar(select(func.min(Seat.id)))}"
    pages = ("", "/follow", "/log", "/changes", "/rounds/1", "/rounds/13", hand, "/me", "/sheet")

    for page in ("/", "/start", *(game + page for page in pages)):
        assert size_of(phone, page) <= 14_000, page


# The table was never entered: one of its lines is longer than any that can be.
def test_the_fullest_table_is_small_and_costs_few_queries(app: Flask, big: tuple[Phone, str], said: list[str]) -> None:
    phone, game = big
    with app.app_context(), writing():
        keep_sixty_tiles(db.session.scalars(select(Game)).one(), 13)
    said.clear()

    assert size_of(phone, f"{game}/rounds/13/table") <= 14_000
    assert len(reads(said)) <= 8
    for page in ("/moves", "/by-hand", "/hand", "/record", "/live?seen=0"):
        assert size_of(phone, f"{game}/rounds/13/table{page}") <= 14_000, page


def test_a_first_visit_is_small_and_a_later_one_is_its_html_alone(big: tuple[Phone, str]) -> None:
    phone, game = big

    def sent(name: str) -> int:
        with phone.client.get(f"/static/{name}?v=1", headers={"Accept-Encoding": "gzip"}) as answer:
            return len(answer.data)

    html = size_of(phone, game)
    before_paint = html + sent("roundhouse.css")
    scripts = sent("roundhouse.js") + sent("outbox.js")
    worker = size_of(phone, "/worker.js")
    rest = sent("paper.css") + sent("vendor/htmx-2.0.11.min.js") + sent("icon.svg") + sent("icon-192.png")

    # Each score says for the ear whose it is: 700 bytes of eight players and thirteen rounds.
    assert html <= 5_300
    # Ten packets bring it, the most that a server sends before the phone has answered: 14,600 bytes.
    assert before_paint <= 14_200
    # Before there were an outbox and a worker, all scripts together had 4,900 bytes.
    assert scripts + worker + sent("keep.js") + sent("share.js") <= 4_900 + 9_430
    assert before_paint + scripts + worker + rest <= 52_000
    with phone.client.get("/static/roundhouse.css?v=1", headers={"Accept-Encoding": "gzip"}) as answer:
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"


def test_a_strict_policy_and_no_inline_script_or_style(big: tuple[Phone, str]) -> None:
    phone, game = big
    pages = ("", "/rounds/1", "/changes", "/follow", "/rounds/1/seats/1")
    for page in ("/", "/start", *(game + page for page in pages)):
        answer = phone.client.get(page)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert " style=" not in answer.text and "<style" not in answer.text and " onclick" not in answer.text


@pytest.mark.parametrize("address", ["/", "/start", "/nowhere", "/static/icon.svg"])
def test_no_answer_lets_a_page_use_the_microphone_the_camera_or_the_place(zoe: Phone, address: str) -> None:
    with zoe.client.get(address) as answer:
        allowed = answer.headers.get("Permissions-Policy", "").split(", ")

    assert {"camera=()", "microphone=()", "geolocation=()"} <= {*allowed}


def test_a_first_visit_brings_its_styles_in_the_page_as_the_policy_allows(zoe: Phone, big: tuple[Phone, str]) -> None:
    first = zoe.open("/")
    styles = pick(r"(?s)<style>(.*?)</style>", first.text)
    known, _ = big

    assert b64encode(sha256(styles.encode()).digest()).decode() in first.headers["Content-Security-Policy"]
    assert "<style>" not in known.open("/").text


@pytest.mark.parametrize(
    ("method", "address", "data", "status"),
    [
        ("GET", "/nowhere", None, 404),
        ("GET", "/games/%00", None, 404),
        ("GET", "/k/a%00-b", None, 404),
        ("POST", "/start", {}, 400),
        ("POST", "/", {}, 405),
        ("POST", "/start", {"players-0": "x" * 70_000}, 413),
    ],
)
def test_an_error_has_a_page_with_a_way_back(
    zoe: Phone, method: str, address: str, data: dict[str, str] | None, status: int
) -> None:
    answer = zoe.client.open(address, method=method, data=data)

    assert answer.status_code == status
    assert 'href="/"' in answer.text


def test_no_stack_trace_reaches_a_page(app: Flask, zoe: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setitem(app.view_functions, "home.home", lambda: 1 / 0)

    answer = zoe.client.get("/")

    assert answer.status_code == 500
    assert "Everything entered before this is safe" in answer.text
    assert "ZeroDivision" not in answer.text


def test_the_demo_fills_a_club_with_a_season(app: Flask) -> None:
    result = app.test_cli_runner().invoke(args=["demo"])
    phone = Phone(app)
    phone.open(result.output.strip().partition(":8000")[2])

    assert phone.path.startswith("/games/")
    assert "The Kitchen Table" in phone.read("/")
