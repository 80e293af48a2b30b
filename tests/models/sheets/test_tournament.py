"""The hall of a tournament is cached from one page to the next."""

from models import writing
from models.ledger.players import find_or_add_player
from models.play.players import anonymise_player
from models.play.tournament_referee import decide_tie, seat_by_lot, set_clock
from models.sheets.tournament import load_clock, tournament_verdict
from models.store.database import db
from models.store.transactions import begin_writing
from rules.tournament.plan import TieBreak
from samples.games import enter_pips
from samples.halls import seated
from samples.pens import write_as_referee
from samples.tournaments import game_at
from tests.models.play.conftest import HIGH, LOW, Cup, opened


def totals(cup: Cup) -> list[int]:
    """The totals at the first table."""
    return sorted(score.total for score in cup.hall.tables[0].scores)


def test_a_hall_that_was_read_while_writing_is_not_remembered(cup: Cup) -> None:
    """A line that was rolled back does not count, even if its number is used again and nobody reads the hall in between."""
    game = game_at(cup.tournament, 1)
    begin_writing()
    enter_pips(game, 1, LOW)
    before = totals(cup)
    db.session.rollback()

    with writing():
        enter_pips(game, 1, HIGH)

    assert (before, totals(cup)) == (LOW, HIGH)


def test_a_clock_does_not_run_on_at_the_next_stage(cup: Cup) -> None:
    cup.rita(set_clock, 20, 5)
    assert None not in (cup.hall.clock, load_clock(cup.tournament.id))
    cup.play_first_game()
    cup.rita(seat_by_lot, 2, "1")

    assert len(cup.hall.course.stages) == 2
    assert (cup.hall.clock, load_clock(cup.tournament.id)) == (None, None)


def verdict(cup: Cup) -> str:
    """The sentence under the sheet of the first table, in the newest stage."""
    return tournament_verdict(game_at(cup.tournament, 1), cup.sheet(1))


def test_a_tie_at_a_table_is_for_the_referee_to_end_and_then_told_there(cup: Cup) -> None:
    cup.play(1, LOW)
    assert verdict(cup).endswith(" wins with 0, the lowest total.")

    cup.play_first_game(LOW, [5, 0, 20, 30], [5, 0, 20, 30])
    assert verdict(cup).endswith(" are tied at 10. In a tournament the referee decides.")

    (tie,) = cup.hall.next_step.ties
    cup.rita(decide_tie, tie, TieBreak.ROUNDS, "1", "")
    assert verdict(cup).endswith(" are tied at 10. The tie was broken in favor of Ben.")


def test_two_halls_are_each_their_own(cup: Cup) -> None:
    other_cup = opened(seated)
    cup.play(1, LOW)
    other_cup.play(1, HIGH)

    before = cup.hall

    assert [totals(cup), totals(other_cup), totals(cup)] == [LOW, HIGH, LOW]
    assert cup.hall is before


def test_a_referee_who_is_anonymised_is_named_so_in_the_log(cup: Cup) -> None:
    with writing():
        zed = find_or_add_player(cup.tournament.club_id, "Zed")
        write_as_referee(cup.tournament, "Zed", set_clock, 20, 5)
    assert cup.hall.lines[-1].by == "Zed"

    with writing():
        new = anonymise_player(zed, "Player")

    assert cup.hall.lines[-1].by == new
