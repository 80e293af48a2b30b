"""Things that phones need besides pages: the worker, the manifest for the home screen, and fresh tokens."""

from flask import Flask

from models.access.tokens import has_token
from models.ledger.keys import Access, Key
from models.store.database import db
from tests.conftest import pick
from tests.phone import Phone

MANIFEST = r'rel="manifest" href="([^"]+)"'


def test_a_token_is_fetched_for_an_entry_that_waited(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    token = ana.client.get("/token")

    answers = []
    for text in ("old", token.text):
        fields = ana.fields | {f"hand_{seats[0]}-left": "12", "csrf_token": text}
        answers.append(ana.client.post(f"{game}/rounds/1", data=fields, headers={"X-Outbox": "1"}))

    assert (token.headers["Cache-Control"], token.headers["X-Outbox"]) == ("private, no-store", "token")
    assert [(answer.status_code, answer.headers["X-Outbox"]) for answer in answers] == [(400, "token"), (200, "kept")]


def test_the_worker_is_served_beside_the_first_page(zoe: Phone) -> None:
    answer = zoe.client.get("/worker.js")

    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]


def test_an_app_on_the_home_screen_starts_with_a_key_that_scores(app: Flask, ben: Phone, zoe: Phone, game: str) -> None:
    answer = ben.client.get(pick(MANIFEST, ben.open(game).text))
    address = answer.get_json()["start_url"]
    token = pick(r"^/k/(.+)\?club=\w+$", address)

    with app.app_context():
        key = db.session.query(Key).filter_by(ref=token.partition("-")[0]).one()
        assert has_token(key, token, app.config["SECRET_KEY"])
        assert key.access is Access.SCORE
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert address.rpartition("=")[2] in ben.page.headers["X-Club"]
    assert zoe.client.get(address).status_code == 303


def test_a_key_that_manages_and_a_club_without_a_key_are_on_no_home_screen(ana: Phone, zoe: Phone) -> None:
    for phone in (ana, zoe):
        assert phone.client.get(pick(MANIFEST, ana.page.text)).get_json()["start_url"] == "/"


def test_pages_say_whose_they_are_so_that_a_worker_can_let_them_go(ben: Phone, game: str) -> None:
    club = ben.open(game).headers["X-Club"]

    assert ben.open("/").headers["X-Clubs"] == club
    assert ben.client.get("/rulings").headers.get("X-Club") is None


def test_a_page_that_is_not_kept_has_something_in_its_place(zoe: Phone) -> None:
    assert "No connection" in zoe.read("/offline")


def test_rules_answers_and_lesson_have_a_list_to_keep(zoe: Phone) -> None:
    addresses = zoe.client.get("/keep?rules=double-six").get_json()

    assert len(addresses) > 160
    assert {"/rules/double-six", "/rulings?rules=double-six", "/learn?rules=double-six"} < set(addresses)
    for address in (*addresses[:16], addresses[-1]):
        assert zoe.client.get(address).status_code == 200, address
