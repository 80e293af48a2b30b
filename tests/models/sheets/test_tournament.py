"""The hall of a tournament is cached from one page to the next."""

import pytest

from models import writing
from models.ledger.players import find_or_add_player
from models.ledger.tournaments import Tournament
from models.play.players import anonymise_player
from models.play.tournament_referee import decide_tie, seat_by_lot, set_clock
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_clock, load_hall, tournament_verdict
from models.store.database import db
from models.store.transactions import begin_writing
from rules.tournament.plan import TieBreak
from samples.games import enter_pips
from samples.halls import play, seated
from samples.pens import write_as_referee
from samples.tournaments import game_at

pytestmark = pytest.mark.usefixtures("store")

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]


def test_a_hall_that_was_read_while_writing_is_not_remembered() -> None:
    """A line that was rolled back does not count, even if its number is used again and nobody reads the hall in between."""
    with writing():
        tournament = seated()
        game = game_at(tournament, 1)

    def totals() -> list[int]:
        return sorted(score.total for score in load_hall(tournament).tables[0].scores)

    begin_writing()
    enter_pips(game, 1, LOW)
    before = totals()
    db.session.rollback()

    with writing():
        enter_pips(game, 1, HIGH)

    assert (before, totals()) == (LOW, HIGH)


def test_a_clock_does_not_run_on_at_the_next_stage() -> None:
    with writing():
        tournament = seated()
        write_as_referee(tournament, "Rita", set_clock, 20, 5)
        running = load_hall(tournament).clock, load_clock(tournament.id)
        play(tournament, 1, LOW, LOW, LOW)
        play(tournament, 2, HIGH, HIGH, HIGH)
        write_as_referee(tournament, "Rita", seat_by_lot, 2, "1")

    assert None not in running
    assert len(load_hall(tournament).course.stages) == 2
    assert (load_hall(tournament).clock, load_clock(tournament.id)) == (None, None)


def verdict_at(tournament: Tournament, table: int) -> str:
    """The sentence under a table's sheet, in the newest stage."""
    game = game_at(tournament, table)
    return tournament_verdict(game, load_sheet(game))


def test_a_tie_at_a_table_is_for_the_referee_to_end() -> None:
    with writing():
        tournament = seated()
        enter_pips(game_at(tournament, 1), 1, LOW)
        alone = verdict_at(tournament, 1)
        enter_pips(game_at(tournament, 1), 2, [10, 0, 20, 30])
        level = verdict_at(tournament, 1)

    assert alone.endswith(" wins with 0, the lowest total.")
    assert level.endswith(" are tied at 10. In a tournament the referee decides.")


def test_a_tie_that_the_referee_has_ended_is_told_at_the_table() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, [0, 10, 20, 30], [5, 0, 20, 30], [5, 0, 20, 30])
        play(tournament, 2, HIGH, HIGH, HIGH)
        (tie,) = load_hall(tournament).next_step.ties
        write_as_referee(tournament, "Rita", decide_tie, tie, TieBreak.ROUNDS, "1", "")

        assert verdict_at(tournament, 1).endswith(" are tied at 10. The tie was broken in favor of Ben.")


def test_two_halls_are_each_their_own() -> None:
    with writing():
        first, second = seated(), seated()
        play(first, 1, LOW)
        play(second, 1, HIGH)

    halls = [load_hall(cup) for cup in (first, second, first)]

    scores = [[score.total for score in hall.tables[0].scores] for hall in halls]
    assert [sorted(totals) for totals in scores] == [LOW, HIGH, LOW]
    assert halls[2] is halls[0]


def test_a_referee_who_is_anonymised_is_named_so_in_the_log() -> None:
    with writing():
        tournament = seated()
        zed = find_or_add_player(tournament.club_id, "Zed")
        write_as_referee(tournament, "Zed", set_clock, 20, 5)
    assert load_hall(tournament).lines[-1].by == "Zed"

    with writing():
        new = anonymise_player(zed, "Player")

    assert load_hall(tournament).lines[-1].by == new
