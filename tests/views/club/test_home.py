"""The home page."""

import re
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.ledger.tournaments import Tournament
from tests.phone import Phone
from tests.views.club.conftest import do, play_again, stop, throw
from tests.views.conftest import Keeper, link, reads


def test_a_newcomer_is_told_what_this_is_and_sees_nothing_of_others(zoe: Phone, club: str, game: str) -> None:
    page = zoe.open("/").text

    assert "No account, no email." in zoe.text
    assert 'href="/start"' in page
    assert [words for words in ("Continue", "Ana", club, game) if words in page] == []


def test_home_leads_to_clubs_and_tournaments(ana: Phone, club: str, hall: str) -> None:
    assert "Cup" in ana.read("/")
    assert club in ana.page.text
    assert hall in ana.page.text


def test_the_same_people_play_again_where_somebody_may_begin(ana: Phone, ben: Phone, cai: Phone) -> None:
    for phone in (ana, ben, cai):
        phone.open("/start")

    assert [phone.fields["players-0"] for phone in (ana, ben, cai)] == ["Ana", "Ana", ""]


def test_the_game_in_play_comes_first(played: Phone, cai: Phone, game: str) -> None:
    for phone, address in ((played, game), (cai, f"{game}/follow")):
        page = phone.open("/").text
        assert "Round 2 of 10 Double nine Ana 0 Dee 5 Cai 30 Ben 34 Go to the sheet" in phone.text
        assert page.index("<h1>") < page.index(f'href="{address}"') < page.index('href="/start"')
        assert page.count('class="button main"') == 1


def test_several_games_in_play_are_all_on_the_first_page(ana: Phone, game: str) -> None:
    new_game = play_again(ana, game)

    page = ana.open("/").text

    assert page.index(new_game) < page.index("Other games going on") < page.index(game)


def test_every_game_in_play_leads_to_where_a_phone_may_go(ana: Phone, cai: Phone, club: str, game: str) -> None:
    play_again(ana, game)

    for page in ("/", club):
        assert f'href="{game}/follow"' in cai.open(page).text
        assert f'href="{game}"' not in cai.page.text


def test_a_game_that_is_over_is_a_row_with_its_winner(played: Phone, game: str) -> None:
    stop(played, game)

    assert "A game tonight? Start a game" in played.read("/")
    assert re.search(r"Last time Ana won \w+ \d+, \d+ · Ana, Ben, Cai, Dee", played.text)


def test_a_game_that_does_not_count_says_so_in_place_of_its_winner(played: Phone, game: str, club: str) -> None:
    stop(played, game, kept="1")

    assert "Kept, but not counted: this game is not in the statistics." in played.read(game)
    assert "Last time Kept, but not counted" in played.read("/")
    assert "Kept, but not counted" in played.read(f"{club}/nights")
    assert "Not finished" not in played.text


def test_a_tournament_of_today_comes_first_for_whoever_has_no_game(ana: Phone, hall: str, game: str) -> None:
    assert "Round 1 of 10" in ana.read("/")
    stop(ana, game)

    page = ana.open("/").text

    assert "<h1>Cup</h1>" in page
    assert page.index(hall) < page.index('href="/start"')


@pytest.mark.parametrize(("hours", "is_on"), [(35, True), (37, False)])
def test_a_tournament_is_on_36_hours(app: Flask, ana: Phone, hall: str, game: str, hours: int, is_on: bool) -> None:
    stop(ana, game)
    with app.app_context(), writing():
        db.session.scalars(select(Tournament)).one().started_at -= timedelta(hours=hours)

    assert ("<h1>Cup</h1>" in ana.open("/").text) == is_on


def test_one_address_leads_to_the_game_in_play(ana: Phone, ben: Phone, cai: Phone, zoe: Phone, game: str) -> None:
    addresses = [phone.client.get("/play").location for phone in (ana, ben, cai, zoe)]

    assert addresses == [game, game, f"{game}/follow", "/"]


def test_a_phone_with_two_keys_plays_by_the_better_one(ana: Phone, cai: Phone, club: str, game: str) -> None:
    cai.open(link(ana, club, 1))

    assert cai.client.get("/play").location == game


def test_a_game_that_is_over_or_thrown_away_is_not_in_play(ana: Phone, game: str) -> None:
    new_game = play_again(ana, game)
    throw(ana, game)
    assert ana.client.get("/play").location == new_game
    stop(ana, new_game)

    # Nothing is in play: the game that ended last tonight is the one to look at.
    assert ana.client.get("/play").location == new_game
    throw(ana, new_game)
    assert ana.client.get("/play").location == "/"


def test_the_keeper_of_a_tournaments_table_is_led_back_to_it(keeper: Keeper) -> None:
    assert keeper.client.get("/play").location == keeper.game


def test_to_be_led_to_the_game_in_play_takes_few_queries(demo: Phone, said: list[str]) -> None:
    said.clear()

    assert demo.client.get("/play").status_code == 303

    assert len(reads(said)) < 8


def key_of(phone: Phone) -> str:
    """The only key that a phone holds."""
    with phone.client.session_transaction() as session:
        (key,) = session["opened"]
    return str(key)


def test_a_key_is_let_go_of_and_opens_nothing_more_here(ana: Phone, cai: Phone, game: str) -> None:
    do(cai, "/start", "/let-go", key=key_of(cai))

    assert cai.path == "/"
    assert game not in cai.page.text
    assert [cai.open(game).status_code, ana.open(game).status_code] == [404, 200]


def test_only_a_key_of_this_phone_is_let_go_of(ana: Phone, cai: Phone, game: str) -> None:
    for key in (key_of(cai), "nothing", ""):
        do(ana, "/start", "/let-go", key=key)

    assert [cai.open(game).status_code, ana.open(game).status_code] == [200, 200]
