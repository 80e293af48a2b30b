"""A made-up tournament has the times of the night for which it was made up."""

from datetime import UTC, datetime, timedelta

from flask import Flask

from models.ledger.tournament_lines import lines_of_tournament
from models.store.database import db
from samples.halls import seated
from samples.tournaments import backdate

BEGUN, APART = datetime(2025, 3, 6, 19, tzinfo=UTC), timedelta(minutes=3)


def test_its_lines_are_as_far_apart_as_they_are_said_to_be(store: Flask) -> None:
    tournament = seated()

    backdate(tournament, BEGUN, APART)

    db.session.flush()
    assert tournament.started_at == BEGUN
    assert [line.at for line in lines_of_tournament(tournament.id)] == [BEGUN + APART, BEGUN + 2 * APART]
