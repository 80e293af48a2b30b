"""What is remembered of a tournament between two pages that ask for it."""

import pytest

from models import writing
from models.hall import read_hall
from models.store import begin_writing, db
from tests.models.halls import enter, game_at, seated

pytestmark = pytest.mark.usefixtures("store")

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]


def test_a_hall_that_was_read_while_writing_is_not_remembered():
    """What was rolled back never stood, though its numbers come again."""
    with writing():
        tournament = seated()

    def totals() -> dict[int, int]:
        return {one.player: one.total for one in read_hall(tournament).tables[0].played.scores}

    begin_writing()
    enter(game_at(tournament, 1), 1, LOW)
    before = totals()
    db.session.rollback()

    with writing():
        enter(game_at(tournament, 1), 1, HIGH)

    assert sorted(before.values()) == LOW
    assert sorted(totals().values()) == HIGH
