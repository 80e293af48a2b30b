"""A game's sheet on paper."""

import re

import pytest
from pytest import MonkeyPatch

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import club_of
from tests.views.game.conftest import fill


def test_paper_has_the_sheet_and_a_code_that_leads_to_it(played: Phone, game: str) -> None:
    page = played.open(f"{game}/print").text

    assert re.findall(r"<td>(\d+)", page)[:4] == ["0", "34", "30", "5"]
    assert "Watch on a phone" in page
    assert "<svg" in page


def test_empty_paper_has_names_and_doubles_and_nothing_else(played: Phone, game: str) -> None:
    page = played.open(f"{game}/print?empty=1").text

    assert not re.search(r"<td>\s*[^\s<]", page)
    assert [pips for pips in range(10) if f"{pips}-{pips}" not in page] == []


def test_paper_says_what_a_penalty_was_for(played: Phone, game: str, seats: list[str]) -> None:
    fill(played, f"{game}/changes", f"{game}/penalty", seat=seats[0], pips="10", reason="<i>Peeked</i>")

    assert "&lt;i&gt;Peeked&lt;/i&gt;" in played.open(f"{game}/print").text
    assert "Peeked" not in played.open(f"{game}/print?empty=1").text


@pytest.fixture
def plain(monkeypatch: MonkeyPatch) -> None:
    """Print addresses in place of their codes."""
    monkeypatch.setattr("views.game.prints.draw_qr", str)


def test_the_printed_code_is_never_a_revoked_key(ana: Phone, club: str, game: str, plain: None) -> None:
    assert "/k/" in ana.open(f"{game}/print").text
    key = re.findall(r"/clubs/\w+/keys/(\w+)", ana.open(f"{club}/keys").text)[-1]

    ana.send_on(f"{club}/keys/{key}/revoke")

    assert "/k/" not in ana.open(f"{game}/print").text


def test_the_printed_code_lets_a_stranger_only_follow(ana: Phone, zoe: Phone, game: str, plain: None) -> None:
    zoe.open(pick(r"/k/[\w-]+", ana.open(f"{game}/print").text))

    assert zoe.path == f"{game}/follow"
    assert "Enter scores" not in zoe.open(game).text
    assert zoe.open(f"{club_of(ana)}/keys").status_code == 404


def test_who_looks_on_prints_without_a_code_and_only_a_game(cai: Phone, game: str) -> None:
    assert "Watch on a phone" not in cai.open(f"{game}/print").text
    assert cai.open("/games/nothing/print").status_code == 404
