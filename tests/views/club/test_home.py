"""The first page."""

from flask import Flask

from tests.phone import Phone
from tests.views.conftest import Keeper, link, reads


def test_a_newcomer_is_told_what_this_is_and_starts_from_there(zoe: Phone) -> None:
    zoe.open("/")

    assert "No account, no e-mail." in zoe.text
    assert 'href="/start"' in zoe.page.text


def test_home_leads_back_to_the_game(ana: Phone, game: str) -> None:
    ana.open("/")

    assert game in ana.page.text
    assert "Round 1 of 10" in ana.text


def test_two_phones_hold_two_clubs(app: Flask, ana: Phone) -> None:
    other = Phone(app)
    other.open("/")

    assert "Continue" not in other.text


def test_home_leads_to_clubs_and_tournaments(ana: Phone, club: str, hall: str) -> None:
    ana.open("/")

    assert club in ana.page.text
    assert hall in ana.page.text
    assert "Cup" in ana.text


def test_the_same_people_play_again_where_somebody_may_begin(ana: Phone, ben: Phone, cai: Phone, game: str) -> None:
    like = f"/start?like={game.rpartition('/')[2]}"

    assert [like in phone.open("/").text for phone in (ana, ben, cai)] == [True, True, False]


def test_a_stranger_sees_nothing_of_others(zoe: Phone, club: str, game: str) -> None:
    page = zoe.open("/").text

    assert club not in page
    assert game not in page
    assert "Ana" not in page


def test_one_address_leads_to_the_game_in_play_as_far_as_a_phone_opens_it(
    ana: Phone, ben: Phone, cai: Phone, zoe: Phone, game: str
) -> None:
    landed = [phone.client.get("/play").location for phone in (ana, ben, cai, zoe)]

    assert landed == [game, game, f"{game}/follow", "/"]


def test_a_phone_with_two_keys_plays_by_the_better_one(ana: Phone, cai: Phone, club: str, game: str) -> None:
    cai.open(link(ana, club, 1))

    assert cai.client.get("/play").location == game


def test_a_game_that_is_over_or_thrown_away_is_not_in_play(ana: Phone, game: str) -> None:
    ana.open(f"/start?like={game.rpartition('/')[2]}")
    ana.send_on()
    other = ana.path
    ana.open(f"{game}/changes")
    ana.send_on(f"{game}/throw")
    assert ana.client.get("/play").location == other
    ana.open(f"{other}/changes")
    ana.send_on(f"{other}/stop")

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
        opened: list[str] = session["opened"]
    (key,) = opened
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
