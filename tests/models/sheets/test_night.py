"""A night: its story, and its ranking.

A round counts for the night on which it was closed, a game for the night on which it ended.
"""

from datetime import date

import pytest

from models.ledger.games import games_of_night
from models.ledger.nights import Night, nights_of
from models.sheets.fold import load_sheet
from models.sheets.night import NightFigures, NightGame, night_figures, tell_night
from samples.games import arrive, go_on, penalise, stop
from tests.models.conftest import Table

LATER = date(2026, 3, 12)
# Only on SQLite: the winners of a night are computed in Python.
pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


def games_on(night: Night) -> list[NightGame]:
    """The games of a night."""
    return [NightGame(game, load_sheet(game), began) for game, began in games_of_night(night.id)]


def standing(night: Night) -> dict[str, NightFigures]:
    """The players' results on a night, by name."""
    return {figures.name: figures for figures in night_figures(night, games_on(night))}


def won(night: Night) -> dict[str, int]:
    """The games that players have won on a night, by name."""
    return {name: figures.games_won for name, figures in standing(night).items() if figures.games_won}


@pytest.fixture
def stopped(table: Table) -> Table:
    """A game with one closed round, stopped for tonight."""
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    stop(table.game)
    return table


def both_nights(table: Table) -> tuple[Night, Night]:
    """The night on which the game began and the night on which it went on."""
    later, first = nights_of(table.club.id, 2)
    return first, later


def test_a_game_that_ended_that_night_is_won_that_night(stopped: Table) -> None:
    (night,) = nights_of(stopped.club.id, 2)

    assert won(night) == {"Ana": 1}


def test_a_game_played_on_two_nights_is_won_on_the_last_only_and_by_nobody_while_it_goes_on(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    stopped.enter(2, Ana="12", Ben="out", Cai="3", Dee="4")
    first, later = both_nights(stopped)
    assert [won(first), won(later)] == [{}, {}]

    stop(stopped.game)

    assert stopped.places["Dee"] == 1
    assert [won(first), won(later)] == [{}, {"Dee": 1}]
    assert standing(first)["Ana"] == NightFigures("Ana", pips=0, rounds=1)
    assert standing(later)["Ana"] == NightFigures("Ana", pips=12, rounds=1)


def test_a_game_stopped_on_its_second_night_without_a_round_is_won_there(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    stop(stopped.game)
    first, later = both_nights(stopped)

    assert won(first) == {}
    assert standing(later) == {"Ana": NightFigures("Ana", games_won=1)}
    assert standing(later)["Ana"].average is None


def test_a_penalty_counts_for_the_night_on_which_it_was_given(stopped: Table) -> None:
    penalise(stopped.game, stopped.seats["Ben"], 5)
    go_on(stopped.game, LATER)
    penalise(stopped.game, stopped.seats["Cai"], 7)
    first, later = both_nights(stopped)

    assert standing(first)["Ben"] == NightFigures("Ben", pips=39, rounds=1)
    assert standing(first)["Ben"].average == 39
    assert standing(first)["Cai"].pips == 30
    assert standing(later) == {"Cai": NightFigures("Cai", pips=7)}


def test_a_round_that_is_corrected_on_a_later_night_stays_where_it_was_played(stopped: Table) -> None:
    go_on(stopped.game, LATER)
    stopped.enter(1, Ben="40")
    first, later = both_nights(stopped)

    assert standing(first)["Ben"] == NightFigures("Ben", pips=40, rounds=1)
    assert standing(later) == {}


def test_what_somebody_started_with_is_no_round(stopped: Table) -> None:
    stopped.undo()
    arrive(stopped.game, "Eli")
    stopped.enter(2, Ana="out", Ben="1", Cai="1", Dee="1", Eli="8")
    (night,) = nights_of(stopped.club.id, 2)

    assert stopped.totals["Eli"] == 42
    assert standing(night)["Eli"] == NightFigures("Eli", pips=8, rounds=1)


def story(table: Table) -> list[str]:
    """The sentences about the table's only night."""
    (night,) = nights_of(table.club.id, 2)
    return tell_night(night, games_on(night))


def test_before_a_round_is_closed_there_is_no_story(table: Table) -> None:
    table.enter(1, Ana="out")

    assert story(table) == []


def test_a_night_that_goes_on_tells_its_rounds_and_no_winner(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="20", Dee="50")
    table.enter(2, Ana="12", Ben="out", Cai="1", Dee="2")

    assert story(table) == [
        "The best round was Ana’s: out in the 9-9 round, with 104 left in the other hands.",
        "The worst score was Dee’s 50 in the 9-9 round.",
    ]


def test_a_game_that_ended_tells_where_it_turned_and_who_led_all_the_way(stopped: Table) -> None:
    assert story(stopped)[0] == "Ana led from the first round to the last."

    stopped.undo()
    stopped.enter(2, Ana="60", Ben="out", Cai="1", Dee="2")
    stop(stopped.game)

    assert story(stopped)[0] == "Dee took the lead in the 8-8 round and kept it."
