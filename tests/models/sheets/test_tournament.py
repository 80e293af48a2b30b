"""What is remembered of a tournament between two pages that ask for it."""

import pytest

from models import writing
from models.play.referee import seat_by_lot, set_clock
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_clock, load_hall, verdict_in_hall
from models.store.database import begin_writing, db
from samples.games import enter_pips
from samples.halls import play, seated
from samples.pens import direct
from samples.tournaments import game_at

pytestmark = pytest.mark.usefixtures("store")

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]


def test_a_hall_that_was_read_while_writing_is_not_remembered() -> None:
    """What was rolled back never stood, though its numbers come again."""
    with writing():
        tournament = seated()

    def totals() -> dict[int, int]:
        return {one.player: one.total for one in load_hall(tournament).tables[0].played.scores}

    begin_writing()
    enter_pips(game_at(tournament, 1), 1, LOW)
    before = totals()
    db.session.rollback()

    with writing():
        enter_pips(game_at(tournament, 1), 1, HIGH)

    assert sorted(before.values()) == LOW
    assert sorted(totals().values()) == HIGH


def test_a_clock_does_not_run_on_at_the_next_stage() -> None:
    with writing():
        tournament = seated()
        direct(tournament, "Rita", set_clock, 20, 5)
        running = load_hall(tournament).clock, load_clock(tournament.id)
        play(tournament, 1, LOW, LOW, LOW)
        play(tournament, 2, HIGH, HIGH, HIGH)
        direct(tournament, "Rita", seat_by_lot, 2, "1")

    assert None not in running
    assert len(load_hall(tournament).course.stages) == 2
    assert (load_hall(tournament).clock, load_clock(tournament.id)) == (None, None)


def test_a_tie_at_a_table_is_for_the_referee_to_end() -> None:
    with writing():
        tournament = seated()
        enter_pips(game_at(tournament, 1), 1, LOW)
        alone = verdict_in_hall(load_sheet(game_at(tournament, 1)))
        enter_pips(game_at(tournament, 1), 2, [10, 0, 20, 30])
        level = verdict_in_hall(load_sheet(game_at(tournament, 1)))

    assert alone.endswith(" wins with 0, the lowest total.")
    assert level.endswith(" are level on 10. In a tournament the referee decides.")
