"""A club's page: its nights, its players, its name."""

import pytest

from tests.phone import Phone
from tests.views.conftest import club_of, reads


def test_a_club_shows_its_nights_and_players(ana: Phone, club: str, night: str) -> None:
    ana.open(club)

    assert night in ana.page.text
    assert "Ana Ben Cai Dee" in ana.text


def test_a_club_takes_few_queries(demo: Phone, said: list[str]) -> None:
    club = club_of(demo)
    said.clear()

    assert demo.open(club).status_code == 200

    assert len(reads(said)) < 10


def test_a_club_is_renamed(ana: Phone, cai: Phone, club: str) -> None:
    ana.open(club)
    assert "Ana’s table" in ana.text

    ana.send_on(name="  The Thursday\ttable ")

    assert "The Thursday table" in ana.text
    assert "The Thursday table" in cai.open("/").text


@pytest.mark.parametrize(
    ("name", "why"), [("", "Type"), ("\u200b", "Type"), ("x" * 41, "40"), ("A\x07B", "cannot be shown")]
)
def test_a_name_that_cannot_be_is_refused_and_stays_in_its_field(ana: Phone, club: str, name: str, why: str) -> None:
    ana.open(club)

    ana.page = ana.send(name=name)

    assert ana.page.status_code == 422
    assert why in ana.text
    assert ana.fields["name"] == name
    assert "Ana’s table" in ana.open("/").text


def test_whoever_does_not_manage_sees_the_club_and_renames_nothing(
    ana: Phone, ben: Phone, cai: Phone, club: str
) -> None:
    for phone in (ben, cai):
        phone.open(club)
        assert "Ana’s table" in phone.text
        assert "Rename" not in phone.text

        phone.open("/start")
        phone.send(club, name="Mine")

    assert "Mine" not in ana.open(club).text


def test_a_stranger_finds_no_club(ana: Phone, zoe: Phone, club: str) -> None:
    assert zoe.open(club).status_code == 404
    zoe.open("/start")
    assert zoe.send(club, name="Mine").status_code == 404

    assert "Mine" not in ana.open(club).text
