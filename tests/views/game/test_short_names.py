"""Players choose, on their own phones, the short names that head narrow columns."""

from tests.phone import Phone
from tests.views.game.conftest import refused


def test_a_player_chooses_a_short_name_with_a_key_to_score(ben: Phone, game: str) -> None:
    assert f"{game}/short-name" in ben.open(f"{game}/me").text

    ben.open(f"{game}/short-name")
    assert ben.send(short_name="Benny").status_code == 303

    assert "Benny" in ben.open(game).text
    assert 'value="Benny"' in ben.open(f"{game}/short-name").text


def test_a_short_name_that_is_too_long_is_refused_and_stays_typed(ben: Phone, game: str) -> None:
    refused(ben, f"{game}/short-name", short_name="Benjaminus")

    assert "At most 8 characters." in ben.text
    assert "Benjaminus" in ben.page.text


def test_a_phone_that_nobody_in_the_game_holds_has_no_such_page(ben: Phone, game: str) -> None:
    ben.open(f"{game}/me")
    ben.send(name="Zoe")

    assert ben.open(f"{game}/short-name").status_code == 404
    assert f"{game}/short-name" not in ben.open(f"{game}/me").text


def test_a_key_to_look_on_opens_no_such_page(cai: Phone, game: str) -> None:
    assert cai.open(f"{game}/short-name").status_code == 404
