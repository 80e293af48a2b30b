"""What is remembered of a tournament between two pages that ask for it."""

import pytest

from models import writing
from models.hall import read_clock, read_hall
from models.refereeing import seat_by_lot, set_clock
from models.store import begin_writing, db
from tests.models.halls import TODAY, enter, game_at, play, seated

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


def test_a_clock_does_not_run_on_at_the_next_stage():
    with writing():
        tournament = seated()
        set_clock(tournament, 20, 5, "Rita")
        running = read_hall(tournament).clock, read_clock(tournament.id)
        play(tournament, 1, LOW, LOW, LOW)
        play(tournament, 2, HIGH, HIGH, HIGH)
        seat_by_lot(tournament, 2, "1", TODAY, "Rita")

    assert None not in running
    assert len(read_hall(tournament).course.stages) == 2
    assert (read_hall(tournament).clock, read_clock(tournament.id)) == (None, None)
