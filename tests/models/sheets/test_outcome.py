"""The outcome of a finished game: places, margins, the best and the worst round."""

import pytest

from models.play.changes import arrive, leave, stop
from models.sheets.outcome import GameOutcome, NotedRound, outcome_of
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table


def stopped(table: Table) -> GameOutcome:
    """The outcome after the game is stopped."""
    write(table.game, "Ana", stop)
    return sure(outcome_of(table.sheet))


def test_a_game_that_goes_on_or_has_no_closed_round_has_no_outcome(table: Table) -> None:
    write(table.game, "Ana", stop)
    assert table.sheet.is_over
    assert outcome_of(table.sheet) is None

    table.undo()
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")

    assert outcome_of(table.sheet) is None


@pytest.fixture
def after_two(table: Table) -> Table:
    """A game whose first two rounds are closed."""
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    table.enter(2, Ana="40", Ben="out", Cai="20", Dee="30")
    return table


def test_places_have_the_distance_from_the_winner(after_two: Table) -> None:
    outcome = stopped(after_two)

    assert [(who.name, who.place, who.total, outcome.margin(who)) for who in outcome.finishers] == [
        ("Ben", 1, 34, 0),
        ("Dee", 2, 35, 1),
        ("Ana", 3, 40, 6),
        ("Cai", 4, 50, 16),
    ]
    assert [finisher.name for finisher in outcome.winners] == ["Ben"]
    assert [finisher.name for finisher in outcome.runners_up] == ["Dee"]
    assert (outcome.total, outcome.last_engine) == (34, 8)


def test_the_best_round_gained_most_on_the_others_and_the_worst_cost_most(after_two: Table) -> None:
    after_two.enter(3, Ana="1", Ben="2", Cai="out", Dee="40")

    outcome = stopped(after_two)

    assert outcome.best == (NotedRound("Ben", 8, 0, 90),)
    assert outcome.worst == (NotedRound("Ana", 8, 40, 50), NotedRound("Dee", 7, 40, 3))


def test_a_shared_win_has_two_winners_and_nobody_behind_them(table: Table) -> None:
    table.enter(1, Ana="out", Ben="8", Cai="30", Dee="5")
    table.enter(2, Ana="8", Ben="out", Cai="20", Dee="30")

    outcome = stopped(table)

    assert [finisher.name for finisher in outcome.winners] == ["Ana", "Ben"]
    assert outcome.runners_up == []
    assert [outcome.margin(finisher) for finisher in outcome.finishers] == [0, 0, 27, 42]


@pytest.mark.parametrize("gone", ["Ana", "Cai"])
def test_players_who_left_come_last_and_without_a_margin(table: Table, gone: str) -> None:
    table.enter(1, Ana="out", Ben="8", Cai="30", Dee="5")
    write(table.game, "Ana", leave, table.seats[gone])
    table.enter_all(2, {"Ben": "out"} | dict.fromkeys({"Ana", "Cai", "Dee"} - {gone}, "9"))

    outcome = stopped(table)

    first, *_, last = outcome.finishers
    assert (last.name, last.place, outcome.margin(last)) == (gone, None, None)
    assert (first.name, outcome.total) == ("Ben", 8)


def test_somebody_who_came_too_late_for_a_round_has_not_finished(table: Table) -> None:
    table.enter(1, Ana="out", Ben="8", Cai="30", Dee="5")
    write(table.game, "Ana", arrive, "Eli", None)

    outcome = stopped(table)

    assert [finisher.name for finisher in outcome.finishers] == ["Ana", "Dee", "Ben", "Cai"]
