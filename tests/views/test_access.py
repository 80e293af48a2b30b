"""Every route: without a key nothing is found, and without its tokens no form works."""

import re

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from tests.conftest import pick, sure
from tests.phone import Phone
from tests.views.club.conftest import do, ref_of
from tests.views.conftest import begin, bring, keep, seat_hall

PUBLIC = {
    "static",
    "health.health",
    "home.home",
    "home.play",
    "starts.start",
    "starts.begin",
    "tournaments.start",
    "tournaments.set_up",
    "keys.open",
    "rulings.search",
    "rulings.ruling",
    "rulings.ask_about",
    "in_app.lead",
    "rulebooks.compare",
    "rulebooks.rulebook",
    "learn.contents",
    "learn.on_paper",
    "learn.step",
    "imports.choose_file_to_found",
    "imports.send_to_found",
    "home.let_go",
    "phones.token",
    "phones.worker",
    "phones.https",
    "phones.offline",
    "phones.manifest",
    "rulings.to_keep",
}

# An endpoint, a method and an address that exists.
Route = tuple[str, str, str]


def addresses(
    app: Flask, game: str, club: str, night: str, hall: str, key: str, player: str, upload: str
) -> list[Route]:
    """An existing address for every URL rule of the app."""
    refs = {"games": game, "clubs": club, "nights": night, "tournaments": hall}
    routes = []
    for rule in app.url_map.iter_rules():
        values = {
            "ref": ref_of(refs.get(rule.rule.split("/")[1], "")),
            **dict.fromkeys(("number", "seat", "entry", "line"), 1),
            "at": 0,
            "id": "tie",
            "rules": "double-six",
            "key_ref": key,
            "player_ref": player,
            "upload": upload,
            "thing": "x",
            "place": "print",
            "access": "view",
            "year": "2026",
            "token": "x-y",
            "version": "x",
            "filename": "icon.svg",
        }
        address = rule.rule
        for name in rule.arguments:
            address = re.sub(rf"<(?:[^<>]+:)?{name}>", str(values[name]), address)
        routes += [(rule.endpoint, method, address) for method in sure(rule.methods) & {"GET", "POST"}]
    return routes


@pytest.fixture
def walk(app: Flask, ana: Phone, club: str, game: str) -> list[Route]:
    night = pick(r"/nights/(\w+)", ana.open(game).text)
    key = re.findall(r"/clubs/\w+/keys/(\w+)", ana.open(f"{club}/keys").text)[1]
    player = pick(r"/players/(\w+)", ana.open(club).text)
    upload = bring(ana, club).rpartition("/")[2]
    keep(ana, game)
    hall, _ = seat_hall(ana, club)
    ana.open(game)
    return addresses(app, game, club, night, hall, key, player, upload)


def test_the_walk_knows_every_route(app: Flask, walk: list[Route]) -> None:
    assert {endpoint for endpoint, _, _ in walk} == set(app.view_functions)
    assert all("<" not in address for _, _, address in walk)
    assert len(walk) > 25


def status_of(phone: Phone, method: str, address: str, **fields: str) -> int:
    """The status code of a request by a phone that has a form open."""
    data = phone.fields | fields if method == "POST" else None
    return phone.client.open(address, method=method, data=data).status_code


def test_nobody_without_a_key_to_the_club_learns_that_something_exists(
    app: Flask, zoe: Phone, walk: list[Route]
) -> None:
    stranger = begin(app, names=("Zoe", "Yan"))
    for phone in (zoe, stranger):
        phone.open("/start")
        for endpoint, method, address in walk:
            if endpoint not in PUBLIC:
                assert status_of(phone, method, address) == 404, (method, address)


def everything(app: Flask) -> dict[str, list[object]]:
    """All rows of the database, by table."""
    with app.app_context():
        tables = db.metadata.sorted_tables
        return {table.name: list(db.session.execute(select(table).order_by(*table.primary_key))) for table in tables}


def test_a_key_to_look_on_changes_nothing(app: Flask, cai: Phone, walk: list[Route]) -> None:
    cai.open("/start")
    fields = {
        "name": "Zoe",
        "text": "A note",
        "access": "manage",
        "night": "",
        "label": "Mine",
        "seat": "1",
        "pips": "5",
        "reason": "None",
        "order": "2 1 3 4",
        "rules": "double-six",
        "engines": "",
        "hand_1-left": "7",
        "tiles": "9-7",
        "first": "1",
        "move": "A 9-7@A",
        "seen": "1",
        "train_A-path": "9-7",
        "turn": "A",
    }
    before = everything(app)

    for endpoint, method, address in walk:
        if method == "POST" and endpoint not in PUBLIC:
            assert status_of(cai, method, address, **fields) in (200, 404), (method, address)

    assert everything(app) == before


def test_a_key_to_score_manages_nothing(ben: Phone, walk: list[Route]) -> None:
    ben.open("/start")
    groups = set()
    for endpoint, method, address in walk:
        group = endpoint.partition(".")[0]
        if group in ("bins", "imports", "keys", "players") and endpoint not in PUBLIC:
            groups.add(group)
            assert status_of(ben, method, address) == 404, (method, address)

    assert len(groups) == 4


def test_every_form_needs_its_csrf_token(app: Flask, ana: Phone, walk: list[Route]) -> None:
    for _, method, address in walk:
        if method == "POST":
            ana.open("/start")
            assert ana.send(address, ("csrf_token",)).status_code == 400, address


def test_every_change_is_carried_out_once(app: Flask) -> None:
    changes = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in sure(rule.methods)}

    assert {name for name in changes if not getattr(app.view_functions[name], "may_be_repeated", False)} == set()


def test_no_get_but_opening_a_key_writes(app: Flask, ana: Phone, walk: list[Route], said: list[str]) -> None:
    said.clear()
    for endpoint, method, address in walk:
        if method == "GET" and endpoint != "keys.open":
            ana.client.get(address).close()

    assert [words for words in said if not words.startswith(("SELECT", "BEGIN"))] == []


HALL = {
    "name": "Zoe",
    "number": "1",
    "table": "1",
    "stage": "1",
    "lot": "1",
    "tables": "A, B, C, D\nE, F, G, H",
    "engines": "12 0",
    "reason": "None",
    "minutes": "5",
    "warn": "1",
    "players": "1 2",
    "how": "lot",
    "seat": "1",
    "round": "1",
    "hand_1-left": "7",
    "seen": "0",
}


def test_a_scorekeeper_touches_only_the_own_table(app: Flask, ana: Phone, club: str) -> None:
    """With a table's key, no route changes anything at another table, in the tournament or in its club."""
    hall, links = seat_hall(ana, club)
    dee = Phone(app)
    dee.open(links[0])
    own_game = dee.path
    do(dee, f"{own_game}/me", name="Dee")
    ana.open(links[1])
    other_game = ana.path
    key = pick(rf"{hall}/keys/(\w+)/revoke", ana.open(f"{hall}/keys").text)
    routes = addresses(app, other_game, club, "x", hall, key, "x", "x")
    before = everything(app)

    dee.open(f"{own_game}/rounds/1")
    for endpoint, method, address in routes:
        if method == "POST" and endpoint not in PUBLIC:
            assert status_of(dee, method, address, **HALL) in (200, 404), (method, address)

    assert everything(app) == before
    assert dee.open(hall).status_code == dee.open(other_game).status_code == 200
    assert dee.open(club).status_code == 404
