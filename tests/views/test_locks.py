"""A browser's keys open what they were given for and nothing else, whatever was deleted, restored or failed since."""

import io
import re
from typing import NoReturn

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from werkzeug.test import EnvironBuilder, run_wsgi_app

from models import db, writing
from models.access.tokens import write_token
from models.ledger.clubs import Club
from models.ledger.keys import Access, Key, make_key, revoke_key
from models.play.bin import delete_club
from models.play.house_rules import make_house_rules
from models.play.start import create_club_with_keys
from models.store.receipts import Receipt
from models.store.transactions import insert_many
from rules import read_rules
from tests.conftest import SECRET, pick
from tests.phone import Phone, seat_fields
from tests.views.club.conftest import do, night_key, ref_of
from tests.views.conftest import begin, club_of, cookie_of, hand, link

LABELS = {Access.MANAGE: "all", Access.SCORE: "score", Access.VIEW: "look"}


def manages_nothing(phone: Phone, club: str) -> bool:
    statuses = [phone.open(address).status_code for address in (club, f"{club}/keys")]
    return statuses == [404, 404] and "/clubs/" not in phone.open("/").text


def test_a_phone_of_a_deleted_club_opens_nothing_of_the_next(served: Flask) -> None:
    zoe = begin(served, names=("Zoe", "Yan"))
    old_club = club_of(zoe)
    with served.app_context(), writing():
        delete_club(db.session.scalars(select(Club)).one())

    ana = begin(served)

    assert club_of(ana) != old_club
    assert manages_nothing(zoe, club_of(ana))


def test_a_phone_from_after_a_backup_opens_nothing_that_comes_after_the_restore(served: Flask) -> None:
    """A restore removes keys that browsers still hold, and new keys get the same numbers."""
    zoe = begin(served, names=("Zoe", "Yan"))
    with served.app_context(), writing():
        key_rows = db.session.execute(select(Key.__table__)).mappings().all()
        delete_club(db.session.scalars(select(Club)).one())
        club = Club(name="Ana’s table")
        db.session.add(club)
        db.session.flush()
        new_rows = [
            {**row, "club_id": club.id, "ref": f"new{row['ref'][3:]}", "night_id": None, "game_id": None}
            for row in key_rows
        ]
        insert_many(Key, new_rows)
        address = f"/clubs/{club.ref}"
        assert {row["id"] for row in key_rows} == set(db.session.scalars(select(Key.id)))

    assert manages_nothing(zoe, address)


@pytest.mark.parametrize("error", [RuntimeError("a fault"), OperationalError("COMMIT", {}, Exception("gone"))])
def test_a_key_is_handed_over_only_when_it_is_kept(
    app: Flask, zoe: Phone, monkeypatch: pytest.MonkeyPatch, error: RuntimeError | OperationalError
) -> None:
    def fail() -> NoReturn:
        raise error

    zoe.open("/start")
    with monkeypatch.context() as patch:
        patch.setattr(db.session, "commit", fail)
        assert zoe.send(**{"players-0": "Zoe", "players-1": "Yan"}).status_code in (500, 503)

    with zoe.client.session_transaction() as session:
        assert "opened" not in session
    assert manages_nothing(zoe, club_of(begin(app)))


def test_a_form_sent_by_another_browser_is_handed_no_key(app: Flask) -> None:
    ana, eve = Phone(app), Phone(app)
    ana.open("/start")
    fields = ana.fields | seat_fields("Ana", "Ben")
    game = ana.client.post("/start", data=fields).location
    eve.open("/start")

    answer = eve.client.post("/start", data=fields | {"csrf_token": eve.fields["csrf_token"]})

    assert answer.status_code == 409
    assert game.encode() not in answer.data
    assert eve.open(game).status_code == 404
    assert game.encode() not in eve.client.post("/rulings/nothing", data=fields).data


def test_a_browser_from_before_is_asked_to_open_its_link_again(app: Flask, ana: Phone, club: str, game: str) -> None:
    phone = Phone(app)
    phone.open("/")
    with phone.client.session_transaction() as session:
        session["keys"] = [1, 2, 3]

    sentence = "Open your link or scan the QR code again"
    assert phone.open(game).status_code == 404
    assert sentence in phone.text
    assert sentence in phone.read("/")
    phone.open(link(ana, club, 1))
    assert phone.open(game).status_code == 200
    assert sentence not in phone.read("/")


def test_receipts_of_before_hand_nothing_over(app: Flask, ana: Phone, game: str, seats: list[str]) -> None:
    ana.open(f"{game}/rounds/1")
    fields = ana.fields | hand(seats[1], "34")
    with app.app_context(), writing():
        db.session.add(Receipt(once=fields["once"], owner="", digest="x", location="/elsewhere"))

    answer = ana.client.post(f"{game}/rounds/1", data=fields)

    assert answer.status_code == 409 and b"/elsewhere" not in answer.data


def hold(phone: Phone, app: Flask, access: Access, count: int) -> list[str]:
    """Open this many links to a stranger's club, and return them."""
    with app.app_context(), writing():
        club, _ = create_club_with_keys("Eve’s trap", {Access.MANAGE: "Eve"}, "Eve")
        refs = [make_key(club.id, access, "trap", "Eve").ref for _ in range(count)]
        keys = db.session.scalars(select(Key).where(Key.ref.in_(refs)))
        links = [f"/k/{write_token(key, SECRET)}" for key in keys]
    for address in links:
        phone.client.get(address)
    return links


def test_links_to_look_on_push_no_key_out_that_manages(app: Flask, ana: Phone, club: str) -> None:
    hold(ana, app, Access.VIEW, 60)

    assert ana.open(f"{club}/keys").status_code == 200


def test_where_too_many_keys_score_the_next_link_asks_which_to_let_go(app: Flask, ana: Phone, club: str) -> None:
    address = hold(ana, app, Access.SCORE, 55)[-1]

    assert ana.open(f"{club}/keys").status_code == 200
    assert ana.open(address).status_code == 409
    assert "This phone already has 50 links" in ana.text
    last_key = re.findall(r'name="key" value="(\w+)"', ana.page.text)[-1]
    ana.client.post("/let-go", data={"csrf_token": ana.fields["csrf_token"], "key": last_key})
    assert ana.client.get(address).status_code == 303
    assert ana.open(f"{club}/keys").status_code == 200


def test_revoked_keys_are_let_go_first(app: Flask, ana: Phone, club: str) -> None:
    hold(ana, app, Access.SCORE, 30)
    with app.app_context(), writing():
        for key in db.session.scalars(select(Key).where(Key.label == "trap")):
            revoke_key(key, "Eve")

    links = hold(ana, app, Access.SCORE, 30)

    assert ana.client.get(links[-1]).status_code == 303
    assert ana.open(f"{club}/keys").status_code == 200


def test_a_link_alone_never_becomes_the_club_of_the_next_game(app: Flask, ana: Phone, club: str) -> None:
    stranger = begin(app, names=("Eve", "Yan"))
    ana.open(link(stranger, club_of(stranger), 1))

    ana.open("/start")
    assert ana.fields["club"] == ref_of(club)
    assert ana.fields["players-0"] == "Ana"


def test_a_phone_that_has_played_nowhere_is_asked_which_club_plays(app: Flask, ana: Phone, club: str) -> None:
    stranger = begin(app, names=("Eve", "Yan"))
    phone = Phone(app)
    phone.open(link(ana, club, 0))
    phone.open(link(stranger, club_of(stranger), 0))

    for address in ("/start", "/start-tournament"):
        assert "Which club is playing?" in phone.read(address)
        phone.open(pick(rf'href="({address}\?club=\w+)">Ana', phone.page.text))
        assert phone.fields["club"] == ref_of(club)
        phone.open(f"{address}?club=")
        assert phone.fields["club"] == ""


def test_the_cookie_stays_one_that_browsers_keep(app: Flask) -> None:
    phone = Phone(app)
    for _ in range(45):
        do(phone, "/start?club=", **{"players-0": "🦊" * 20, "players-1": "Ben"})
        game = phone.path
        do(phone, f"{game}/me", name="🦊" * 40)
        phone.open(f"{game}/changes")
        assert phone.path == f"{game}/changes"

    assert len(f"roundhouse={cookie_of(phone)}") < 4000
    assert phone.open(game).status_code == 200


def test_names_that_an_older_version_kept_are_known(
    app: Flask, ana: Phone, club: str, game: str, seats: list[str]
) -> None:
    with ana.client.session_transaction() as session:
        session["names"] = {ref_of(club): "Ana the First"}
    do(ana, f"{game}/rounds/1", **hand(seats[1], "5"))

    assert "Ana the First" in ana.read(f"{game}/log")


@pytest.mark.parametrize("odd", ["%0d%0aX", "%0aSet-Cookie:a=b", "//evil.example", "\\evil", "?x=%0d"])
def test_a_way_back_with_odd_letters_leads_to_the_sheet(ana: Phone, game: str, odd: str) -> None:
    ana.open(f"{game}/me")

    answer = ana.send(f"{game}/me?back={game}/{odd}", name="Ana")

    assert answer.status_code == 303
    assert answer.location.startswith(game)
    assert answer.location == game or "evil" not in answer.location.partition(game)[0]


def test_a_nights_scorekeeper_sees_no_house_rules_and_may_play_on(app: Flask, ana: Phone, club: str, game: str) -> None:
    with app.app_context(), writing():
        record = db.session.scalars(select(Club)).one()
        make_house_rules(record.id, "Our secret rules", read_rules("double-nine[double-blank=50]"), "Ana")
    phone = Phone(app)
    phone.open(night_key(ana, club, "score"))
    do(phone, f"{game}/me", name="Gus")

    assert "Our secret rules" not in phone.open(f"{game}/changes").text
    assert "Our secret rules" in ana.open(f"{game}/changes").text
    assert phone.open(f"/start?like={ref_of(game)}").status_code == 200
    assert phone.fields["players-1"] == "Ben"
    assert phone.fields["club"] == ""


def test_the_same_form_with_another_file_is_asked_about(ana: Phone, club: str) -> None:
    text = ana.client.get(f"{club}/club.json").text
    ana.open(f"{club}/import")
    fields = ana.fields

    def send(file: str) -> int:
        data = fields | {"file": (io.BytesIO(file.encode()), "club.json")}
        return ana.client.post(f"{club}/import", data=data, content_type="multipart/form-data").status_code

    assert [send(text), send(text), send(text.replace("Ben", "Bea"))] == [303, 303, 409]


def test_links_name_the_address_that_is_set(app: Flask, ana: Phone, club: str) -> None:
    app.config["ROUNDHOUSE_ADDRESS"] = "https://scores.example"
    keys = re.findall(r'href="(/clubs/\w+/keys/\w+)"', ana.open(f"{club}/keys").text)

    cookie = f"roundhouse={cookie_of(ana)}"
    page = app.test_client(use_cookies=False).get(keys[0], headers={"Host": "evil.example", "Cookie": cookie}).text

    assert "https://scores.example/k/" in page
    assert "evil.example" not in page


def test_hosts_that_are_not_trusted_are_refused_where_some_are(app: Flask, ana: Phone) -> None:
    app.config["TRUSTED_HOSTS"] = ["scores.example"]

    assert ana.client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert ana.client.get("/", headers={"Host": "scores.example"}).status_code == 200


def test_over_https_browsers_are_told_to_stay_there(app: Flask, zoe: Phone) -> None:
    assert "Strict-Transport-Security" not in zoe.open("/").headers
    app.config["SESSION_COOKIE_SECURE"] = True
    assert zoe.open("/").headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize("host", ["a..b", ".x", "x" * 64, "<b>", "[::1"])
def test_a_host_that_is_none_gets_no_fault_and_no_link(app: Flask, ana: Phone, club: str, host: str) -> None:
    key = pick(r'href="(/clubs/\w+/keys/\w+)"', ana.open(f"{club}/keys").text)
    cookie = f"roundhouse={cookie_of(ana)}"
    caller = app.test_client(use_cookies=False)

    assert caller.get("/", headers={"Host": host}).status_code in (200, 400)
    assert caller.get(key, headers={"Host": host, "Cookie": cookie}).status_code == 400
    assert caller.get("/start?club=%00", headers={"Host": "9" * 64}).status_code == 400


def test_letters_that_nobody_types_name_nothing(served: Flask) -> None:
    zoe = Phone(served)
    for address in ("/start?club=%00", "/start?like=%00", "/start-tournament?club=%00"):
        assert zoe.open(address).status_code == 404, address

    zoe.open("/start")
    assert zoe.send(club="\0", **{"players-0": "Zoe", "players-1": "Yan"}).status_code == 404


def test_a_host_that_no_name_decodes_to_is_a_bad_request(app: Flask, ana: Phone, game: str) -> None:
    # The test client itself stumbles over such a name.
    environ = EnvironBuilder(f"{game}/print", headers=[("Cookie", f"roundhouse={cookie_of(ana)}")]).get_environ()
    _, status, _ = run_wsgi_app(app, {**environ, "HTTP_HOST": "xn--a"})

    assert status == "400 BAD REQUEST"
