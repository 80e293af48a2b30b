"""A game's page for a TV."""

import re
from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from models import db
from models.ledger.games import Game
from models.ledger.lines import SheetRow
from samples.games import backdate
from tests.conftest import pick
from tests.phone import Phone
from tests.views.conftest import keep, reads
from tests.views.game.conftest import enter, fill


def test_it_says_which_double_comes_next_and_holds_no_link_and_no_button(ana: Phone, game: str) -> None:
    assert "Round 1: put the 9-9 in the middle." in ana.read(f"{game}/tv")
    assert "<a " not in ana.page.text.replace('<a class="skip"', "")
    assert "<button" not in ana.page.text


def test_the_leader_is_on_top_and_the_players_without_a_score_are_named(ana: Phone, game: str) -> None:
    enter(ana, game, 1, "34", "out", "30", "5")
    make_old(ana)
    enter(ana, game, 2, "7")

    assert re.search("1 Ben out 0 2 Dee .5 5 3 Cai .30 30 4 Ana .34 34", ana.read(f"{game}/tv"))
    assert "Round 2: put the 8-8 in the middle. Waiting for Ben, Cai and Dee." in ana.text


def test_for_half_a_minute_the_winner_of_the_round_is_shown(played: Phone, game: str) -> None:
    assert "Ana went out Round 1" in played.read(f"{game}/tv")
    assert "put the 8-8" not in played.text
    assert f'hx-get="{game}/tv/live"' in played.page.text

    make_old(played)

    assert "Ana went out" not in played.read(f"{game}/tv")
    assert "put the 8-8" in played.text
    assert re.search(rf'hx-get="{game}/tv/live\?seen=[\d.]+"', played.page.text)


def test_it_is_fetched_again_only_if_something_was_entered(ana: Phone, game: str, said: list[str]) -> None:
    address = pick(r'hx-get="([^"]+)"', ana.open(f"{game}/tv").text)
    said.clear()
    assert ana.client.get(address).status_code == 204
    assert len(reads(said)) == 1

    enter(ana, game, 1, "7")

    assert "Waiting for Ben, Cai and Dee." in ana.client.get(address).text


def test_a_kept_table_is_seen_from_above(ana: Phone, game: str) -> None:
    keep(ana, game)

    assert 'class="rays"' in ana.open(f"{game}/tv").text
    assert "Round 1 Ana" in ana.text


def test_at_the_end_the_winner_is_shown(played: Phone, game: str) -> None:
    fill(played, f"{game}/changes", f"{game}/stop")

    assert "Ana wins with 0, the lowest total." in played.read(f"{game}/tv")


def test_whoever_looks_on_sees_it(cai: Phone, game: str) -> None:
    assert [cai.open(f"{game}/{page}").status_code for page in ("tv", "tv/live")] == [200, 200]


def make_old(phone: Phone) -> None:
    """Make every line of the only game an hour old."""
    with phone.client.application.app_context():
        game = db.session.scalars(select(Game)).one()
        backdate(SheetRow, game.id, datetime.now(UTC) - timedelta(hours=1), timedelta(seconds=1))
        db.session.commit()


def test_a_place_that_stayed_has_no_sign_that_reads_as_minus(played: Phone, game: str) -> None:
    enter(played, game, 2, "out", "34", "30", "5")

    rows = played.read(f"{game}/tv").partition("Ana")[2]
    assert "+34" in rows
    assert "–" not in rows
