"""Links from an answer about the app to the page that it describes, on phones with different keys."""

import pytest

from rules.answers.topics import known_questions
from tests.phone import Phone

PLACES = sorted({question.leads for question in known_questions().values() if question.leads})


def test_an_answer_leads_to_the_game_that_is_on(ana: Phone, game: str) -> None:
    page = ana.open("/rulings/app-print?rules=double-nine").text
    assert '<a class="button" href="/in-app/print">Take me there</a>' in page
    assert "In other rule sets" not in ana.text

    ana.open("/in-app/print")

    assert ana.path == f"{game}/print"


@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_a_page(ana: Phone, game: str, place: str) -> None:
    assert ana.open(f"/in-app/{place}").status_code == 200
    assert ana.path != "/"


@pytest.mark.parametrize("place", PLACES)
def test_a_stranger_is_led_to_the_first_page_or_to_a_form_for_everybody(zoe: Phone, place: str) -> None:
    assert zoe.open(f"/in-app/{place}").request.path in ("/", "/start", "/start-tournament")


def test_a_phone_that_looks_on_is_led_to_what_it_may_see(cai: Phone, game: str) -> None:
    assert cai.open("/in-app/share").request.path == f"{game}/follow"


def test_no_other_place_exists(ana: Phone) -> None:
    assert ana.open("/in-app/nowhere").status_code == 404
