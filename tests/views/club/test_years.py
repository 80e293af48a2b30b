"""A club's year in one picture."""

from datetime import date, timedelta

from tests.phone import Phone
from tests.views.conftest import club_of


def test_a_year_is_a_picture_to_send(demo: Phone) -> None:
    # The last finished game was played a week ago.
    club, year = club_of(demo), (date.today() - timedelta(days=7)).year

    demo.open(f"{club}/years/{year}")

    assert f"Games won in {year}" in demo.page.text
    assert f"{club}/years/{year}/picture.png" in demo.page.text
    assert demo.client.get(f"{club}/years/{year}/picture.png").data.startswith(b"\x89PNG")


def test_a_year_without_games_leads_to_the_statistics(demo: Phone) -> None:
    club = club_of(demo)

    assert demo.client.get(f"{club}/years/1999").location == f"{club}/statistics"
    for year in ("1999", "0", "9999", "99999999999999999999"):
        assert demo.open(f"{club}/years/{year}/picture.png").status_code == 404


def test_a_stranger_sees_no_year(zoe: Phone, club: str) -> None:
    for page in ("", "/picture.png"):
        assert zoe.open(f"{club}/years/2026{page}").status_code == 404
