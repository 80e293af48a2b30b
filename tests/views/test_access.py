"""Every route, walked: no key finds anything, and no form works without its tokens."""

import re

import pytest
from sqlalchemy import event, select

from models import db
from tests.views.conftest import begin, bring, keep

PUBLIC = {
    "static",
    "home.home",
    "starts.start",
    "keys.open",
    "rulings.search",
    "rulings.ruling",
    "rulings.ask_about",
    "rulebooks.compare",
    "rulebooks.rulebook",
    "imports.found",
}


def addresses(app, game: str, club: str, night: str, key: str, player: str, upload: str) -> list[tuple[str, str, str]]:
    """Every rule of the app as an endpoint, a method and an address that exists."""
    refs = {"games": game, "clubs": club, "nights": night}
    found = []
    for rule in app.url_map.iter_rules():
        ref = refs.get(rule.rule.split("/")[1], "")
        values = {
            "ref": ref,
            "number": 1,
            "seat": 1,
            "entry": 1,
            "line": 1,
            "at": 0,
            "id": "tie",
            "rules": "double-six",
            "key_ref": key,
            "player_ref": player,
            "upload": upload,
            "thing": "x",
            "token": "x-y",
            "filename": "icon.svg",
        }
        address = rule.rule
        for name in rule.arguments:
            address = re.sub(rf"<(?:[^<>]+:)?{name}>", str(values[name]), address)
        found += [(rule.endpoint, method, address) for method in rule.methods & {"GET", "POST"}]
    return found


@pytest.fixture
def walk(app, ana, club, game):
    night = re.search(r"/nights/(\w+)", ana.open(game).text)[1]
    key = re.findall(r"/clubs/\w+/keys/(\w+)", ana.open(f"{club}/keys").text)[1]
    player = re.search(r"/players/(\w+)", ana.open(club).text)[1]
    upload = bring(ana, club).rpartition("/")[2]
    keep(ana, game)
    ana.open(game)
    return addresses(app, game.rpartition("/")[2], club.rpartition("/")[2], night, key, player, upload)


def test_the_walk_knows_every_route(app, walk):
    assert {endpoint for endpoint, _, _ in walk} == set(app.view_functions)
    assert all("<" not in address for _, _, address in walk)
    assert len(walk) > 25


def test_nobody_without_a_key_learns_that_something_exists(zoe, walk):
    zoe.open("/start")
    for endpoint, method, address in walk:
        if endpoint not in PUBLIC:
            answer = zoe.client.open(address, method=method, data=zoe.fields if method == "POST" else None)
            assert answer.status_code == 404, (method, address)


def test_a_key_to_another_club_opens_nothing_here(app, walk):
    stranger = begin(app, names=("Zoe", "Yan"))
    stranger.open("/start")
    for endpoint, method, address in walk:
        if endpoint not in PUBLIC:
            answer = stranger.client.open(address, method=method, data=stranger.fields if method == "POST" else None)
            assert answer.status_code == 404, (method, address)


def everything(app) -> dict[str, list]:
    """All that is kept, table by table."""
    with app.app_context():
        tables = db.metadata.sorted_tables
        return {table.name: list(db.session.execute(select(table).order_by(*table.primary_key))) for table in tables}


def test_a_key_to_look_on_changes_nothing(app, cai, walk):
    cai.open("/start")
    filled = {
        "name": "Zoe",
        "text": "A note",
        "access": "manage",
        "night": "",
        "label": "Mine",
        "seat": "1",
        "pips": "5",
    }
    filled |= {
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
            answer = cai.client.open(address, method=method, data=cai.fields | filled)
            assert answer.status_code in (200, 404), (method, address)

    assert everything(app) == before


def test_a_key_to_score_manages_nothing(ben, walk):
    ben.open("/start")
    for endpoint, method, address in walk:
        manages = endpoint.partition(".")[0] in ("keys", "bins", "players") and endpoint != "keys.open"
        if manages or endpoint in ("imports.club", "imports.preview"):
            data = ben.fields if method == "POST" else None
            assert ben.client.open(address, method=method, data=data).status_code == 404, (method, address)


def test_every_form_needs_its_csrf_token(app, ana, walk):
    for _, method, address in walk:
        if method == "POST":
            ana.open("/start")
            assert ana.send(address, leave=("csrf_token",)).status_code == 400, address


def test_every_change_is_carried_out_once(app):
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods:
            assert getattr(app.view_functions[rule.endpoint], "may_be_repeated", False), rule.endpoint


def test_no_get_but_opening_a_key_writes(app, ana, walk):
    said = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *facts: said.append(facts[2]))
    for endpoint, method, address in walk:
        if method == "GET" and endpoint != "keys.open":
            ana.client.get(address).close()

    assert [words for words in said if not words.startswith(("SELECT", "BEGIN"))] == []
