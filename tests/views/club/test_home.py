"""The home page."""

import re
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from models import db, writing
from models.ledger.tournaments import Tournament
from tests.phone import Phone
from tests.views.conftest import Keeper, link, reads


def test_a_newcomer_is_told_what_this_is_and_starts_from_there(zoe: Phone) -> None:
    zoe.open("/")

    assert "No account, no email." in zoe.text
    assert 'href="/start"' in zoe.page.text


def test_home_leads_back_to_the_game(ana: Phone, game: str) -> None:
    ana.open("/")

    assert game in ana.page.text
    assert "Round 1 of 10" in ana.text


def test_two_phones_hold_two_clubs(app: Flask, ana: Phone) -> None:
    phone = Phone(app)
    phone.open("/")

    assert "Continue" not in phone.text


def test_home_leads_to_clubs_and_tournaments(ana: Phone, club: str, hall: str) -> None:
    ana.open("/")

    assert club in ana.page.text
    assert hall in ana.page.text
    assert "Cup" in ana.text


def test_the_same_people_play_again_where_somebody_may_begin(ana: Phone, ben: Phone, cai: Phone) -> None:
    names = []
    for phone in (ana, ben, cai):
        phone.open("/start")
        names.append(phone.fields["players-0"])

    assert names == ["Ana", "Ana", ""]


def test_the_game_in_play_is_the_first_thing_and_leads_to_where_a_phone_may_go(
    played: Phone, cai: Phone, game: str
) -> None:
    for phone, address in ((played, game), (cai, f"{game}/follow")):
        page = phone.open("/").text
        assert "Round 2 of 10 Double nine Ana 0 Dee 5 Cai 30 Ben 34 Go to the sheet" in phone.text
        assert page.index("<h1>") < page.index(f'href="{address}"') < page.index('href="/start"')
        assert page.count('class="button main"') == 1


def test_several_games_in_play_are_all_on_the_first_page(ana: Phone, game: str) -> None:
    ana.open(f"/start?like={game.rpartition('/')[2]}")
    ana.send_on()
    new_game = ana.path

    page = ana.open("/").text

    assert page.index(new_game) < page.index("Other games going on") < page.index(game)


def test_every_game_in_play_leads_to_where_a_phone_may_go(ana: Phone, cai: Phone, club: str, game: str) -> None:
    ana.open(f"/start?like={game.rpartition('/')[2]}")
    ana.send_on()

    for page in ("/", club):
        assert f'href="{game}/follow"' in cai.open(page).text
        assert f'href="{game}"' not in cai.page.text


def test_a_game_that_is_over_is_a_row_with_its_winner(played: Phone, game: str) -> None:
    played.open(f"{game}/changes")
    played.send_on(f"{game}/stop")

    played.open("/")

    assert "A game tonight? Start a game" in played.text
    assert re.search(r"Last time Ana won \w+ \d+, \d+ · Ana, Ben, Cai, Dee", played.text)


def test_a_game_that_is_kept_without_counting_says_so_wherever_its_winner_would_stand(
    played: Phone, game: str, club: str
) -> None:
    played.open(f"{game}/changes")
    played.send_on(f"{game}/stop", kept="1")

    assert "Kept, but not counted: this game is not in the statistics." in played.read(game)
    assert "Last time Kept, but not counted" in played.read("/")
    nights = played.read(f"{club}/nights")
    assert "Kept, but not counted" in nights
    assert "Not finished" not in nights


def test_a_tournament_of_today_comes_first_for_whoever_has_no_game(
    app: Flask, ana: Phone, hall: str, game: str
) -> None:
    assert "Round 1 of 10" in ana.read("/")
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/stop")

    page = ana.open("/").text

    assert "<h1>Cup</h1>" in page
    assert page.index(hall) < page.index('href="/start"')


@pytest.mark.parametrize(("hours", "is_on_top"), [(35, True), (37, False)])
def test_a_tournament_is_on_top_until_the_evening_of_the_next_day(
    app: Flask, ana: Phone, hall: str, game: str, hours: int, is_on_top: bool
) -> None:
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/stop")
    with app.app_context(), writing():
        db.session.scalars(select(Tournament)).one().started_at -= timedelta(hours=hours)

    assert ("<h1>Cup</h1>" in ana.open("/").text) == is_on_top


def test_a_stranger_sees_nothing_of_others(zoe: Phone, club: str, game: str) -> None:
    page = zoe.open("/").text

    assert club not in page
    assert game not in page
    assert "Ana" not in page


def test_one_address_leads_to_the_game_in_play_as_far_as_a_phone_opens_it(
    ana: Phone, ben: Phone, cai: Phone, zoe: Phone, game: str
) -> None:
    addresses = [phone.client.get("/play").location for phone in (ana, ben, cai, zoe)]

    assert addresses == [game, game, f"{game}/follow", "/"]


def test_a_phone_with_two_keys_plays_by_the_better_one(ana: Phone, cai: Phone, club: str, game: str) -> None:
    cai.open(link(ana, club, 1))

    assert cai.client.get("/play").location == game


def test_a_game_that_is_over_or_thrown_away_is_not_in_play(ana: Phone, game: str) -> None:
    ana.open(f"/start?like={game.rpartition('/')[2]}")
    ana.send_on()
    new_game = ana.path
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/throw")
    assert ana.client.get("/play").location == new_game
    ana.open(f"{new_game}/changes")
    ana.send_on(f"{new_game}/stop")

    # Nothing is in play: the game that ended last tonight is the one to look at.
    assert ana.client.get("/play").location == new_game
    ana.open(f"{new_game}/changes")
    ana.send_on(f"{new_game}/throw")
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
        keys: list[str] = session["opened"]
    (key,) = keys
    return key


def test_a_key_is_let_go_of_and_opens_nothing_more_here(ana: Phone, cai: Phone, game: str) -> None:
    cai.open("/start")

    cai.send_on("/let-go", key=key_of(cai))

    assert cai.path == "/"
    assert game not in cai.page.text
    assert cai.open(game).status_code == 404
    assert ana.open(game).status_code == 200


def test_only_a_key_of_this_phone_is_let_go_of(ana: Phone, cai: Phone, game: str) -> None:
    for key in (key_of(cai), "nothing", ""):
        ana.open("/start")
        ana.send_on("/let-go", key=key)

    assert ana.open(game).status_code == 200
    assert cai.open(game).status_code == 200
