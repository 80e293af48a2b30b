"""The first page."""

from flask import Flask

from tests.phone import Phone


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
