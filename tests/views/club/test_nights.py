"""A night's page, and its notes."""

import re

import pytest

from tests.conftest import pick
from tests.phone import Phone
from tests.views.club.conftest import do, play_again, refusal_of
from tests.views.conftest import club_of, reads


def test_a_night_shows_its_games_and_how_everybody_stands(played: Phone, game: str, night: str) -> None:
    played.open(night)

    assert game in played.page.text
    for words in ("Ana 0, Dee 5, Cai 30, Ben 34", "Ana 0 0 1 0.0", "Ben 0 34 1 34.0"):
        assert words in played.text


def test_a_note_is_added_to_the_night(ana: Phone, ben: Phone, cai: Phone, night: str) -> None:
    do(ana, night, text="A good <night>\nwith cake")
    do(ben, night, text="And tea")

    assert "A good &lt;night&gt;\nwith cake" in cai.open(night).text
    assert re.search("cake Ana, .* And tea Ben, ", cai.text)


@pytest.mark.parametrize(
    ("text", "why"), [("", "Type something"), (" \n ", "Type something"), ("x" * 2001, "2000"), ("a\x07b", "shown")]
)
def test_a_note_that_cannot_be_is_refused_and_stays_in_its_field(ana: Phone, night: str, text: str, why: str) -> None:
    assert why in refusal_of(ana, night, text=text)
    assert pick(r"(?s)<textarea[^>]*>\s*(.*?)</textarea>", ana.page.text) == text.strip()
    assert "None yet." in ana.read(night)


def test_whoever_looks_on_reads_a_night_and_is_asked_for_no_note_and_no_name(cai: Phone, night: str) -> None:
    assert "None yet." in cai.read(night)
    assert "Add the note" not in cai.text
    assert "Name this game night" not in cai.text


def test_a_night_takes_few_queries(demo: Phone, said: list[str]) -> None:
    night = pick(r"/nights/\w+", demo.open(f"{club_of(demo)}/nights").text)
    said.clear()

    assert demo.open(night).status_code == 200

    assert len(reads(said)) < 10


def test_a_night_of_many_games_takes_no_more_queries(ana: Phone, game: str, night: str, said: list[str]) -> None:
    for _ in range(5):
        play_again(ana, game)
    said.clear()

    assert ana.open(night).text.count('<a class="card"') == 6

    assert len(reads(said)) < 10


def test_a_night_is_given_a_name_and_shows_it_with_its_date(ben: Phone, cai: Phone, club: str, night: str) -> None:
    do(ben, night, f"{night}/name", name="  Christmas <3 ")

    page = cai.open(night).text
    assert "<h1>Christmas &lt;3</h1>" in page
    assert re.search(r'<p class="dated">\w+ \d+, \d{4}</p>', page)
    for address in (club, f"{club}/nights"):
        assert re.search(r"Christmas &lt;3 · \w+ \d+, \d{4}", cai.open(address).text), address


def test_the_name_of_a_night_is_taken_away_again(ana: Phone, night: str) -> None:
    do(ana, night, f"{night}/name", name="Christmas")
    assert "Rename this game night" in ana.text

    ana.send_on(f"{night}/name", name="  ")

    assert "<h1>Christmas" not in ana.page.text
    assert "Name this game night" in ana.text


@pytest.mark.parametrize(
    ("name", "why"), [("x" * 41, "At most 40"), ("\u0301", "Type a name"), ("A\x07B", "cannot be shown")]
)
def test_a_nights_name_that_cannot_be_stays_in_its_field(ana: Phone, night: str, name: str, why: str) -> None:
    assert why in refusal_of(ana, night, f"{night}/name", name=name)
    assert "Type something" not in ana.text
    assert ana.fields["name"] == name
    assert "Name this game night" in ana.read(night)
