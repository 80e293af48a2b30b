"""Things that phones need besides pages: the worker, the manifest for the home screen, and fresh tokens."""

import re

from flask import Flask

from models.access.tokens import has_token
from models.ledger.keys import Access, Key
from models.store.database import db
from tests.phone import Phone
from tests.views.conftest import begin


def club_of(phone: Phone) -> str:
    found = re.search(r'rel="manifest" href="([^"]+)"', phone.page.text)
    assert found
    return found[1]


def test_a_token_is_fetched_for_an_entry_that_waited(ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    fields = ana.fields | {f"hand_{seats[0]}-left": "12"}

    old_answer = ana.client.post(f"{game}/rounds/1", data=fields | {"csrf_token": "old"}, headers={"X-Outbox": "1"})
    token = ana.client.get("/token")
    new_answer = ana.client.post(
        f"{game}/rounds/1", data=fields | {"csrf_token": token.text}, headers={"X-Outbox": "1"}
    )

    assert (old_answer.status_code, old_answer.headers["X-Outbox"]) == (400, "token")
    assert (token.headers["Cache-Control"], token.headers["X-Outbox"]) == ("private, no-store", "token")
    assert (new_answer.status_code, new_answer.headers["X-Outbox"]) == (200, "kept")


def test_the_worker_is_served_beside_the_first_page(ana: Phone) -> None:
    answer = ana.client.get("/worker.js")

    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]


def test_an_app_on_the_home_screen_starts_with_the_link_of_a_key_that_scores(app: Flask, ben: Phone, game: str) -> None:
    ben.open(game)
    answer = ben.client.get(club_of(ben))
    token, club = re.fullmatch(r"/k/(.+)\?club=(\w+)", answer.get_json()["start_url"]).groups()  # type: ignore[union-attr] # the test ends if not

    with app.app_context():
        key = db.session.query(Key).filter_by(ref=token.partition("-")[0]).one()
        assert has_token(key, token, app.config["SECRET_KEY"])
        assert key.access is Access.SCORE
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert club in ben.page.headers["X-Club"]
    stranger = Phone(app)
    assert stranger.client.get(answer.get_json()["start_url"]).status_code == 303


def test_a_key_that_manages_is_on_no_home_screen(app: Flask) -> None:
    ana = begin(app)

    assert ana.client.get(club_of(ana)).get_json()["start_url"] == "/"


def test_a_club_without_a_key_to_it_is_on_no_home_screen(app: Flask, ben: Phone, game: str) -> None:
    ben.open(game)

    assert Phone(app).client.get(club_of(ben)).get_json()["start_url"] == "/"


def test_pages_say_whose_they_are_so_that_a_worker_can_let_them_go(ben: Phone, game: str) -> None:
    club = ben.open(game).headers["X-Club"]

    assert ben.open("/").headers["X-Clubs"] == club
    assert ben.client.get("/rulings").headers.get("X-Club") is None


def test_a_page_that_is_not_kept_has_something_in_its_place(ana: Phone) -> None:
    assert "No connection" in ana.read("/offline")


def test_rules_answers_and_lesson_have_a_list_to_keep(ana: Phone) -> None:
    addresses = ana.client.get("/keep?rules=double-six").get_json()

    assert len(addresses) > 160
    assert {"/rules/double-six", "/rulings?rules=double-six", "/learn?rules=double-six"} < set(addresses)
    for address in (*addresses[:16], addresses[-1]):
        assert ana.client.get(address).status_code == 200, address
