"""Clubs with missing results are found, and lost results are made again; a game in progress has none."""

from sqlalchemy import select

from models.ledger.results import RESULTS
from models.play.changes import stop
from models.results.settle import clubs_without_results, settle, settle_club
from models.store.database import db
from samples.pens import write
from tests.models.conftest import Table, make_table


def results() -> list[tuple[object, ...]]:
    """Everybody's results, by game."""
    return [tuple(row) for row in db.session.execute(select(RESULTS).order_by(RESULTS.c.game_id, RESULTS.c.player_id))]


def test_results_that_were_lost_are_found_and_made_again_from_the_sheets(table: Table) -> None:
    other_id = make_table().club.id
    assert sorted(clubs_without_results()) == [table.club.id, other_id]
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    write(table.game, "Ana", stop)
    assert clubs_without_results() == [other_id]
    kept = results()
    db.session.execute(RESULTS.delete())

    settle_club(table.club.id)

    assert kept and results() == kept
    assert clubs_without_results() == [other_id]


def test_a_game_that_goes_on_has_nothing_to_settle(table: Table) -> None:
    settle(table.club.id, [table.game])

    assert results() == []
