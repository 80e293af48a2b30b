"""Scores and penalties as people type them: read, asked about or refused in the same way."""

import pytest

from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import whole_round
from tests.views.game.conftest import enter, fill, refused


def test_a_single_comma_is_asked_about_and_a_thousand_refused(ana: Phone, game: str, seats: list[str]) -> None:
    refused(ana, f"{game}/rounds/1", **whole_round(seats, "out", "1,024", "1", "2"))
    assert "“1,024” looks like 1024. For a sum write 1+24." in ana.text

    ana.page = ana.send(**whole_round(seats, "out", "10,5", "1", "2"))
    assert "“10,5” for Ben: do you mean 10+5, 15 in all? There are no half pips." in ana.text
    ana.send_on(agreed=pick(r'name="agreed" value="([^"]+)"', ana.page.text))
    assert "Total 0 15 1 2" in ana.text


def test_tiles_and_out_may_be_typed(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "8–7, 6–6", "Out", "٣٤", "2")

    assert "Total 27 0 34 2" in ana.text


@pytest.mark.parametrize(("typed", "total"), [("10+5", 15), ("１０", 10), ("12.0", 12)])
def test_a_penalty_is_typed_as_a_score_is(ana: Phone, game: str, seats: list[str], typed: str, total: int) -> None:
    fill(ana, f"{game}/changes", f"{game}/penalty", seat=seats[0], pips=typed, reason="Late")

    assert f"{total} pips" in ana.text
