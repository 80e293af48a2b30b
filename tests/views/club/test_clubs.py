"""A club's page: its nights, players and name."""

import pytest
from flask import Flask

from tests.phone import Phone
from tests.views.club.conftest import do, refusal_of
from tests.views.conftest import begin, club_of, link, night_link, reads


def test_a_club_shows_its_nights_and_players(ana: Phone, club: str, night: str) -> None:
    assert "Ana Ben Cai Dee" in ana.read(club)
    assert night in ana.page.text


def test_the_game_in_play_comes_first_on_the_clubs_page(played: Phone, cai: Phone, club: str, game: str) -> None:
    for phone, address in ((played, game), (cai, f"{game}/follow")):
        page = phone.open(club).text
        assert "Round 2 of 10 Double nine Ana 0 Dee 5 Cai 30 Ben 34 Go to the sheet" in phone.text
        assert page.index(f'href="{address}"') < page.index("<h2>Game nights")


def test_a_club_shows_no_game_of_another_club(app: Flask, ana: Phone, club: str, game: str) -> None:
    stranger = begin(app, names=("Eve", "Yan"))
    ana.open(link(stranger, club_of(stranger), 1))
    ana.open(club)

    assert stranger.client.get("/play").location not in ana.page.text
    assert game in ana.page.text


def test_what_deletes_a_club_is_folded_away_at_the_end(ana: Phone, club: str) -> None:
    page = ana.open(club).text

    assert '<details class="part"><summary>Rename the club' in page
    assert page.index("Rename the club") < page.index('<details class="danger">') < page.index(f"{club}/delete")


@pytest.mark.parametrize(
    ("page", "most"),
    [("", 13), ("/statistics", 9), ("/nights", 10), ("/nights?words=chip", 10), ("/games?won=1", 10)],
)
def test_a_clubs_pages_take_few_queries(demo: Phone, said: list[str], page: str, most: int) -> None:
    club = club_of(demo)
    said.clear()

    assert demo.open(f"{club}{page}").status_code == 200

    assert len(reads(said)) <= most


def test_a_club_is_renamed(ana: Phone, cai: Phone, club: str) -> None:
    do(ana, club, name="  The Kitchen\tTable ")

    assert "The Kitchen Table" in ana.text
    assert "The Kitchen Table" in cai.read("/")


@pytest.mark.parametrize(
    ("name", "why"), [("", "Type"), ("\u0301", "Type"), ("x" * 41, "40"), ("A\x07B", "cannot be shown")]
)
def test_a_name_that_cannot_be_is_refused_and_stays_in_its_field(ana: Phone, club: str, name: str, why: str) -> None:
    assert why in refusal_of(ana, club, name=name)
    assert ana.fields["name"] == name
    assert "Ana’s table" in ana.read("/")


def test_whoever_does_not_manage_sees_the_club_and_renames_nothing(ana: Phone, ben: Phone, club: str) -> None:
    assert "Ana’s table" in ben.read(club)
    assert "Rename" not in ben.text

    ben.open("/start")
    ben.send(club, name="Mine")

    assert "Mine" not in ana.open(club).text


def test_a_scorekeeper_of_a_night_is_led_to_the_sheet(ana: Phone, cai: Phone, club: str, night: str, game: str) -> None:
    cai.open(night_link(ana, club, night))

    assert f'href="{game}"' in cai.open(club).text
    assert "/follow" not in cai.page.text
