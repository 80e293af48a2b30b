"""Players choose, on their own phones, the short names that head narrow columns."""

from tests.phone import Phone
from tests.views.game.conftest import fill, refused


def test_a_player_chooses_a_short_name_with_a_key_to_score(ben: Phone, game: str) -> None:
    assert f"{game}/short-name" in ben.open(f"{game}/me").text

    fill(ben, f"{game}/short-name", short_name="Benny")

    assert "Benny" in ben.open(game).text
    assert 'value="Benny"' in ben.open(f"{game}/short-name").text


def test_a_short_name_that_is_too_long_is_refused_and_stays_typed(ben: Phone, game: str) -> None:
    refused(ben, f"{game}/short-name", short_name="Benjaminus")

    assert "At most 8 characters." in ben.text
    assert "Benjaminus" in ben.page.text


def test_a_phone_that_nobody_in_the_game_holds_has_no_such_page(ben: Phone, cai: Phone, game: str) -> None:
    fill(ben, f"{game}/me", name="Zoe")

    assert f"{game}/short-name" not in ben.open(f"{game}/me").text
    for phone in (ben, cai):
        assert phone.open(f"{game}/short-name").status_code == 404
