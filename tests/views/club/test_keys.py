"""Keys are made, shown, opened and revoked, and strangers cannot find them."""

import re
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.games import Game
from models.ledger.keys import Key
from models.store.columns import now
from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import do, night_key, play_again, ref_of, refusal_of, stop
from tests.views.conftest import club_of, finish_game, hand, keep, link, share_link, whole_round

TAKEN_BACK = "This link was turned off"


def take_back(ana: Phone, club: str, number: int) -> None:
    """Revoke the key at this position in the club's list."""
    keys = re.findall(r'href="(/clubs/\w+/keys/\w+)"', ana.open(f"{club}/keys").text)
    ana.send_on(f"{keys[number]}/revoke")


def test_a_key_shows_its_link_and_qr_code_again(ana: Phone, club: str) -> None:
    assert link(ana, club, 1) == link(ana, club, 1)
    assert "<svg" in ana.page.text


def test_revoking_is_asked_about_first(ana: Phone, club: str) -> None:
    page = ana.open(f"{club}/keys").text

    questions = re.findall(r"<details><summary>Turn off.*?</details>", page, re.DOTALL)
    assert len(questions) == page.count("/revoke") == 3
    for question in questions:
        assert "The link stops working, even on phones that have already opened it." in question
        assert "Turn it off" in question


def test_a_revoked_phone_is_told_what_it_typed(ana: Phone, ben: Phone, club: str, game: str, seats: list[str]) -> None:
    ben.open(f"{game}/rounds/1")
    take_back(ana, club, 1)

    ben.page = ben.send(**whole_round(seats, "out", "12+11", "3", ""))

    assert ben.page.status_code == 404
    assert TAKEN_BACK in ben.text
    assert "Ask whoever manages “Ana’s table” for a new link" in ben.text
    assert "You typed this, but it was not entered: Ben: 12+11 Cai: 3 Ana: went out" in ben.text
    assert "Total 0 0 0 0" in ana.read(game)


def test_a_phone_that_may_look_on_is_told_why(ana: Phone, ben: Phone, club: str, game: str, seats: list[str]) -> None:
    ben.open(link(ana, club, 2))
    ben.open(f"{game}/rounds/1")
    take_back(ana, club, 1)

    ben.page = ben.send(**hand(seats[1], "34"))

    assert ben.page.status_code == 404
    assert "You typed this, but it was not entered: Ben: 34" in ben.text
    assert ben.open(game).status_code == 200


def test_every_page_says_that_its_key_was_revoked(ana: Phone, cai: Phone, club: str, game: str, night: str) -> None:
    table = keep(ana, game)

    take_back(ana, club, 2)

    assert "Turned off" in ana.text
    for page in (game, f"{game}/follow", f"{table}/moves", night, club):
        assert cai.open(page).status_code == 404
        assert TAKEN_BACK in cai.text, page
    assert cai.client.get(f"{game}/sheet?seen=0").headers["HX-Refresh"] == "true"


def test_a_revoked_link_says_so_and_opens_nothing(ana: Phone, club: str, game: str, zoe: Phone) -> None:
    address = link(ana, club, 2)
    take_back(ana, club, 2)

    assert zoe.open(address).status_code == 404
    assert TAKEN_BACK in zoe.text
    # The phone's worker lets go of the club's pages.
    assert zoe.page.headers["X-Club"] == ref_of(club)
    assert TAKEN_BACK not in zoe.read(game)
    assert TAKEN_BACK not in zoe.read(address[:-1] + ("A" if address[-1] != "A" else "B"))


def test_whoever_opens_a_club_loses_no_page_by_mistyping_an_address_in_it(ana: Phone, club: str) -> None:
    assert ana.open(f"{club}/players/nobody").status_code == 404
    assert "X-Club" not in ana.page.headers


def test_strangers_do_not_learn_what_was_there(ana: Phone, ben: Phone, zoe: Phone, club: str, game: str) -> None:
    take_back(ana, club, 1)

    for phone, page in ((zoe, game), (zoe, club), (ben, "/games/abcdefghij")):
        assert phone.open(page).status_code == 404
        assert "Page not found" in phone.text


def test_a_phone_with_a_new_link_is_not_told_of_the_old_one(ana: Phone, ben: Phone, club: str, game: str) -> None:
    take_back(ana, club, 1)
    ben.open(link(ana, club, 0))

    assert ben.open(f"{game}/rounds/99").status_code == 404
    assert "Page not found" in ben.text


def test_the_last_key_that_manages_cannot_be_revoked(ana: Phone, club: str) -> None:
    key = pick(r"/clubs/\w+/keys/\w+", ana.open(f"{club}/keys").text)

    assert "Make another one first" in refusal_of(ana, f"{club}/keys", f"{key}/revoke")


def test_a_new_key_for_one_night_opens_that_night(ana: Phone, club: str, game: str, night: str, zoe: Phone) -> None:
    zoe.open(night_key(ana, club, "score"))

    assert zoe.path == game
    assert zoe.open(night).status_code == 200
    assert zoe.open(club).status_code == 404
    assert game in zoe.open("/").text


def test_the_pages_of_keys_lead_back_to_the_sheet_in_play(ana: Phone, club: str, game: str) -> None:
    back_link = f'href="{game}">Back to the sheet'
    key = pick(r'href="(/clubs/\w+/keys/\w+)"', ana.open(f"{club}/keys").text)
    assert back_link in ana.page.text
    assert back_link in ana.open(key).text
    assert f'href="{club}/keys"' in ana.page.text

    stop(ana, game)

    for page in (f"{club}/keys", key):
        assert "Back to the sheet" not in ana.open(page).text


def test_a_key_to_a_night_says_the_nights_name(ana: Phone, club: str, night: str) -> None:
    do(ana, night, f"{night}/name", name="Christmas")
    night_key(ana, club, "view")

    ana.open(f"{club}/keys")

    assert re.search(r"Hall phone watch, Christmas · \w+ \d+, \d{4}", ana.text)
    assert re.search(r'<option value="\w{10}">Christmas · ', ana.page.text)


def test_a_key_needs_a_label_and_an_access_that_there_is(ana: Phone, club: str) -> None:
    refusal_of(ana, f"{club}/keys", access="view", night="", label="")
    refusal_of(ana, f"{club}/keys", access="own", night="", label="x")


def test_a_lost_phone_does_not_lose_the_club(app: Flask, club: str, zoe: Phone) -> None:
    result = app.test_cli_runner().invoke(args=["key", "new", ref_of(club), "manage"])

    zoe.open(pick(r"/k/\S+", result.output))

    assert zoe.open(f"{club}/keys").status_code == 200


def test_a_club_that_is_not_there_is_said_at_the_terminal(app: Flask, ana: Phone) -> None:
    result = app.test_cli_runner().invoke(args=["key", "new", "nobody", "view"])

    assert result.exit_code == 1
    assert "Ana’s table" in result.output


def test_the_code_on_paper_opens_the_game_and_only_that_far(ana: Phone, club: str, game: str, zoe: Phone) -> None:
    address = link(ana, club, 2)

    for asked in (ref_of(game), "nothing"):
        assert zoe.client.get(f"{address}?game={asked}").location == f"{game}/follow"


def test_a_link_lands_on_the_game_in_play_without_the_secret(app: Flask, ana: Phone, club: str, game: str) -> None:
    answers = [Phone(app).client.get(link(ana, club, number)) for number in range(3)]

    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert [answer.location for answer in answers] == [game, game, f"{game}/follow"]
    assert re.search("HttpOnly.*SameSite=Lax", answers[2].headers["Set-Cookie"])


def test_a_link_lands_where_the_newest_line_is(app: Flask, ana: Phone, club: str, game: str, seats: list[str]) -> None:
    address = link(ana, club, 1)
    new_game = play_again(ana, game)
    assert Phone(app).client.get(address).location == new_game

    do(ana, f"{game}/rounds/1", **whole_round(seats, "out", "34", "30", "5"))

    assert Phone(app).client.get(address).location == game


def test_a_link_leads_to_no_game_a_week_old(ana: Phone, club: str, zoe: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    address = link(ana, club, 1)
    monkeypatch.setattr("views.shared.in_play.now", lambda: now() + timedelta(days=7))

    assert zoe.client.get(address).location == "/"


@pytest.mark.parametrize(("access", "page"), [("score", ""), ("view", "/follow")])
def test_a_key_to_a_night_lands_on_its_game_that_is_on_even_a_week_later(
    ana: Phone, club: str, game: str, zoe: Phone, monkeypatch: pytest.MonkeyPatch, access: str, page: str
) -> None:
    address = night_key(ana, club, access)
    monkeypatch.setattr("views.shared.in_play.now", lambda: now() + timedelta(days=7))

    assert zoe.client.get(address).location == f"{game}{page}"


def test_a_key_to_a_night_lands_there_after_its_games(ana: Phone, club: str, game: str, night: str, zoe: Phone) -> None:
    address = night_key(ana, club, "score")
    stop(ana, game)

    assert zoe.client.get(address).location == night


def test_a_clubs_key_lands_at_no_table_of_a_tournament(app: Flask, ana: Phone, club: str, game: str, hall: str) -> None:
    address = link(ana, club, 1)
    assert Phone(app).client.get(address).location == game

    stop(ana, game)

    assert Phone(app).client.get(address).location == "/"


def test_a_nameless_phone_signs_as_the_scorekeeper(app: Flask, ana: Phone, club: str, zoe: Phone) -> None:
    zoe.open(link(ana, club, 0))

    take_back(zoe, club, 1)
    do(zoe, f"{club}/keys", access="view", night="", label="hall")

    with app.app_context():
        keys = db.session.execute(select(Key.label, Key.made_by, Key.revoked_by)).all()
        assert db.session.scalars(select(Game.started_by)).all() == ["the scorekeeper"]
    assert ("hall", "the scorekeeper", None) in [tuple(row) for row in keys]
    assert "the scorekeeper" in [row.revoked_by for row in keys]


def test_share_is_one_code_to_enter_scores_with_a_switch_to_look_on(ana: Phone, club: str, zoe: Phone) -> None:
    ana.open(f"{club}/share")
    assert "Scan to enter scores" in ana.text
    assert "manage everything" not in ana.text
    to_score = pick(r'value="[^"]*(/k/[^"]+)"', ana.page.text)
    zoe.open(to_score)
    assert zoe.open(f"{club}/keys").status_code == zoe.open(f"{club}/share").status_code == 404

    ana.open(pick(r'href="([^"]+access=view)"', ana.page.text))

    assert "Scan to watch" in ana.text
    assert pick(r'value="[^"]*(/k/[^"]+)"', ana.page.text) != to_score


def test_a_link_that_works_in_this_house_alone_says_so(app: Flask, ana: Phone, club: str) -> None:
    told = []
    for host in ("192.168.1.20:8000", "kitchen.local", "kitchen", "scores.example", "8.8.8.8"):
        app.config["ROUNDHOUSE_ADDRESS"] = f"http://{host}"
        if "The link only opens on phones that are on this Wi-Fi." in ana.read(f"{club}/share"):
            told.append(host)

    assert told == ["192.168.1.20:8000", "kitchen.local", "kitchen"]


def test_nobody_keeps_a_page_that_shows_a_secret_link(app: Flask, ana: Phone, club: str, hall: str) -> None:
    own_phone = finish_game(app)
    game = own_phone.path
    share_link(own_phone)
    key = pick(r'href="(/clubs/\w+/keys/\w+)"', ana.open(f"{club}/keys").text)
    secret_pages = {
        ana: [key, f"{club}/share", f"{hall}/keys", f"{hall}/cards"],
        own_phone: [f"{game}/result/link", f"{game}/print", f"{club_of(own_phone)}/share"],
    }

    for phone, pages in secret_pages.items():
        for page in pages:
            assert phone.open(page).headers["Cache-Control"] == "private, no-store", page
    token = link(ana, club, 1)
    for address in (token, f"{token}.", f"{token}?club="):
        assert Phone(app).client.get(address).headers["Cache-Control"] == "private, no-store", address
    for page in (game, f"{game}/result", "/rules/double-nine", "/learn"):
        assert "no-store" not in own_phone.open(page).headers["Cache-Control"]
        assert not re.search(r"/[kr]/\w+-", own_phone.page.text)
