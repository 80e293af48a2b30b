"""Clubs over three shards, as people at their phones see them."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from models import db, writing
from models.access.tokens import write_result_token
from models.ledger.clubs import all_clubs
from models.ledger.games import find_game
from models.ledger.shared_results import share_result
from models.store.database import at
from models.store.moved_refs import MovedRef
from models.store.patience import PAUSE_SECONDS
from tests.conftest import SECRET, pick, sure
from tests.models.store.test_patience import locked
from tests.phone import Phone, seat_fields
from tests.views.conftest import NAMES, cookie_of, hand
from views.shared import keyring
from views.shared import shards as pages_of_shards


def found(app: Flask, phone: Phone, name: str) -> str:
    """Found a club by starting a game with this player first. Gives the address of the game."""
    pages_of_shards._emptiest.cache_clear()
    phone.open("/start?club=")
    phone.send_on(rules="double-nine", **seat_fields(name, "Ben", "Cai"))
    return phone.path


def club_of(phone: Phone, game: str) -> str:
    """The address of the club of a game."""
    return pick(r"/clubs/\w+", phone.open(game).text)


def ref_of(address: str) -> str:
    """The name in an address."""
    return address.split("/")[2]


def seats_of(phone: Phone, game: str) -> list[str]:
    """The numbers of the seats, clockwise."""
    return re.findall(r'id="seat-(\d+)"', phone.open(f"{game}/rounds/1").text)


@pytest.fixture
def ana(sharded: Flask) -> Phone:
    return Phone(sharded)


@pytest.fixture
def games(sharded: Flask, ana: Phone) -> list[str]:
    """The addresses of three games, each in a club of its own at a shard of its own, all begun by Ana's phone."""
    return [found(sharded, ana, name) for name in ("Ana", "Eli", "Fay")]


def move(app: Flask, phone: Phone, game: str, name: str) -> str:
    """Move the club of a game to a shard by the command. Gives what it says."""
    club = ref_of(club_of(phone, game))
    result = app.test_cli_runner().invoke(args=["shard", "move", club, name])
    assert result.exit_code == 0, result.output
    said: str = result.output
    return said


def test_each_club_is_founded_at_the_emptiest_shard_and_its_addresses_say_where(games: list[str]) -> None:
    assert [ref_of(game)[0] for game in games][1:] == ["A", "B"]
    assert not ref_of(games[0])[0].isupper()


def test_the_first_page_shows_the_clubs_of_all_shards(ana: Phone, games: list[str]) -> None:
    text = ana.read("/")

    for name in ("Ana", "Eli", "Fay"):
        assert f"{name}’s table" in text
    assert "does not answer" not in text
    assert ana.open("/play").request.path == games[2]


def test_a_form_that_is_sent_twice_founds_one_club_where_it_was_to_be(sharded: Flask, ana: Phone) -> None:
    pages_of_shards._emptiest.cache_clear()
    ana.open("/start")
    fields = ana.fields | {"rules": "double-nine"} | seat_fields(*NAMES)
    first = ana.client.post("/start", data=fields)
    other = Phone(sharded)
    found(sharded, other, "Zoe")

    again = ana.client.post("/start", data=fields)

    assert (first.status_code, first.location) == (303, again.location)
    with sharded.app_context():
        counted = []
        for shard in db.shards:
            with at(shard):
                counted.append([club.name for club in all_clubs()])
    assert counted == [["Ana’s table"], ["Zoe’s table"], []]


def test_a_shard_that_is_locked_leaves_the_others_alone(sharded: Flask, ana: Phone, games: list[str]) -> None:
    with sharded.app_context(), locked("first.keys"):
        ana.open(games[0])
        for address in ("/rulings?rules=double-nine", "/rules", "/learn"):
            assert ana.client.get(address).status_code == 200, address
    time.sleep(PAUSE_SECONDS)
    with sharded.app_context(), locked("second.keys"):
        assert ana.open(games[0]).status_code == 200
        assert ana.open(games[1]).status_code == 503
        assert "It is tried again in a few seconds" in ana.text
        text = ana.read("/")
        assert "Ana’s table" in text
        assert "Eli’s table" not in text
        assert "A part of this server does not answer, so some of your clubs and games are missing here" in text
        assert "X-Clubs" not in ana.page.headers
    time.sleep(PAUSE_SECONDS)

    assert ana.open(games[1]).status_code == 200


def test_a_club_that_moved_keeps_its_addresses_links_and_forms(sharded: Flask, ana: Phone, games: list[str]) -> None:
    game = games[1]
    club, seats = club_of(ana, game), seats_of(ana, game)
    keys = ana.open(f"{club}/keys").text
    key = pick(rf'href="({club}/keys/\w+)"', keys)
    link = pick(r'href="http://[^/]+(/k/[^"]+)"', ana.open(key).text)
    ana.open(f"{game}/rounds/1")
    before = ana.fields | hand(seats[1], "34")

    said = move(sharded, ana, game, "third")

    assert "Eli’s table is at third now:" in said
    assert ana.client.post(f"{game}/rounds/1", data=before).status_code == 303
    assert "Round 1, Ben: 34" in ana.read(f"{game}/log")
    assert ana.client.post(f"{game}/rounds/1", data=before).status_code == 303
    assert ana.read(f"{game}/log").count("Round 1, Ben: 34") == 1
    assert "Eli’s table" in ana.read("/")
    assert ana.open(f"{club}/keys").status_code == 200
    ben = Phone(sharded)
    assert ben.open(link).status_code == 200
    assert "Eli’s table" in ben.read("/")
    assert ben.open(club).status_code == 200
    ana.open(f"/start?like={ref_of(game)}")
    ana.send_on(**seat_fields("Eli", "Ben"))
    assert ana.path.startswith("/games/B")
    zoe = Phone(sharded)
    assert zoe.open(game).status_code == 404


def test_a_form_from_before_the_move_whose_answer_was_lost_is_entered_once(
    sharded: Flask, ana: Phone, games: list[str]
) -> None:
    game = games[1]
    seats = seats_of(ana, game)
    before = ana.fields | hand(seats[1], "34")
    assert ana.client.post(f"{game}/rounds/1", data=before).status_code == 303

    move(sharded, ana, game, "first")
    move(sharded, ana, game, "third")

    assert ana.client.post(f"{game}/rounds/1", data=before).status_code == 303
    assert ana.read(f"{game}/log").count("Round 1, Ben: 34") == 1
    ana.open(f"{game}/rounds/1")
    between = ana.fields | hand(seats[2], "55")
    assert ana.client.post(f"{game}/rounds/1", data=between).status_code == 303
    move(sharded, ana, game, "second")
    for fields, told in ((before, "Round 1, Ben: 34"), (between, "Round 1, Cai: 55")):
        assert ana.client.post(f"{game}/rounds/1", data=fields).status_code == 303
        assert ana.read(f"{game}/log").count(told) == 1


def test_a_shared_result_and_a_followed_game_are_found_after_the_move(
    sharded: Flask, ana: Phone, games: list[str]
) -> None:
    game = games[1]
    with sharded.app_context(), at(db.shards[1]), writing():
        shared = share_result(sure(find_game(ref_of(game))).id, "Ana")
        link = f"/r/{write_result_token(shared, SECRET)}"
    move(sharded, ana, game, "third")

    for _ in range(2):
        assert ana.client.get(f"{game}/sheet?seen=7").status_code == 200
        assert Phone(sharded).open(link).status_code == 200


def test_something_that_is_not_there_is_not_there_at_any_shard(ana: Phone, games: list[str]) -> None:
    for ref in ("A23456789z", "B23456789z", "Z23456789z", "23456789zz", "Axx"):
        assert ana.open(f"/games/{ref}").status_code == 404
        assert ana.open(f"/k/{ref}-x").status_code == 404
        assert ana.open(f"/r/{ref}-x").status_code == 404


def test_a_revoked_key_is_told_at_its_own_shard(sharded: Flask, ana: Phone, games: list[str]) -> None:
    club = club_of(ana, games[1])
    keys = ana.open(f"{club}/keys").text
    scores = re.findall(rf'href="({club}/keys/\w+)"', keys)[1]
    link = pick(r'href="http://[^/]+(/k/[^"]+)"', ana.open(scores).text)
    ben = Phone(sharded)
    ben.open(link)
    ana.open(f"{club}/keys")
    ana.send_on(f"{scores}/revoke")

    assert "This link was taken back" in ben.read(club)
    assert "This link was taken back" in ben.read(link)


@contextmanager
def entering(app: Flask, cookie: str, game: str, seats: list[str]) -> Iterator[dict[str, list[str]]]:
    """A block in which a phone for each seat enters penalties of its own, one after the other; the fields that were acknowledged."""
    kept: dict[str, list[str]] = {seat: [] for seat in seats}
    is_over = threading.Event()

    def enter(seat: str) -> None:
        phone = Phone(app)
        phone.client.set_cookie("roundhouse", cookie)
        number = 0
        while not is_over.is_set():
            number += 1
            phone.open(f"{game}/changes")
            fields = phone.fields | {"seat": seat, "pips": str(number), "reason": f"{seat} number {number}"}
            answer = phone.client.post(f"{game}/penalty", data=fields)
            while answer.status_code == 503:
                time.sleep(0.05)
                answer = phone.client.post(f"{game}/penalty", data=fields)
            assert answer.status_code == 303, answer.text
            kept[seat].append(str(fields["reason"]))

    threads = [threading.Thread(target=enter, args=(seat,)) for seat in seats]
    for thread in threads:
        thread.start()
    try:
        yield kept
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def test_a_club_moves_while_phones_enter_and_nothing_is_lost(sharded: Flask, ana: Phone, games: list[str]) -> None:
    game = games[1]
    seats, cookie = seats_of(ana, game), cookie_of(ana)

    with entering(sharded, cookie, game, seats) as kept:
        time.sleep(0.4)
        said = move(sharded, ana, game, "third")
        time.sleep(0.4)

    log = ana.read(f"{game}/log")
    entered = [reason for reasons in kept.values() for reason in reasons]
    assert len(entered) > 6
    assert [log.count(f". {reason} the scorekeeper") for reason in entered] == [1] * len(entered), log
    assert float(pick(r"read-only for ([\d.]+) seconds", said)) < 10


def test_a_phone_starts_again_in_a_club_that_has_moved(sharded: Flask, games: list[str]) -> None:
    zoe = Phone(sharded)
    game = found(sharded, zoe, "Zoe")
    home = "second" if not ref_of(game).startswith("A") else "third"
    move(sharded, zoe, game, home)
    pages_of_shards._moved.clear()

    for page in ("/start", "/start-tournament"):
        assert zoe.open(page).status_code == 200, page
    zoe.open("/start")
    assert zoe.fields["club"] == ref_of(club_of(zoe, game))


def test_a_phone_with_fifty_keys_founds_a_club_where_it_was_to_be(
    sharded: Flask, ana: Phone, games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "MOST_KEYS", 3)

    pages_of_shards._emptiest.cache_clear()
    ana.open("/start?club=")
    answer = ana.send(rules="double-nine", **seat_fields("Gil", "Ben"))

    assert answer.status_code == 409
    assert "Eli’s table" in answer.text
    with sharded.app_context():
        for shard in db.shards:
            with at(shard):
                assert len(all_clubs()) == 1


def test_nobody_goes_to_another_shard_with_something_that_is_not_kept(sharded: Flask) -> None:
    with sharded.app_context():
        first, second, _ = db.shards
        with at(first), writing(), pytest.raises(RuntimeError, match="stays at its shard"), at(second):
            pass


def test_shards_that_point_at_each_other_end_in_nothing(sharded: Flask, ana: Phone, games: list[str]) -> None:
    with sharded.app_context():
        _, second, third = db.shards
        for shard, other in ((second, third), (third, second)):
            with at(shard), writing():
                db.session.add(MovedRef(ref="A23456789z", shard=other.number))

    assert ana.open("/games/A23456789z").status_code == 404
