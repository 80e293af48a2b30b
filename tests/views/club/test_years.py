"""A club's year in one picture."""

from datetime import date, timedelta

from tests.phone import Phone
from tests.views.conftest import club_of


def test_a_year_is_a_picture_to_send(demo: Phone) -> None:
    # The last finished game was played a week ago.
    year = (date.today() - timedelta(days=7)).year
    address = f"{club_of(demo)}/years/{year}"

    page = demo.open(address).text

    assert f"Games won in {year}" in page
    assert f"{address}/picture.png" in page
    assert demo.client.get(f"{address}/picture.png").data.startswith(b"\x89PNG")


def test_a_year_without_games_leads_to_the_statistics(demo: Phone) -> None:
    club = club_of(demo)

    assert demo.client.get(f"{club}/years/1999").location == f"{club}/statistics"
    for year in ("1999", "0", "9999", "99999999999999999999"):
        assert demo.open(f"{club}/years/{year}/picture.png").status_code == 404
