"""Changes during a night: late arrivals, early departures, penalties, corrected rules, stopping and continuing."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from flask import Flask

from models.ledger.clubs import create_club
from models.ledger.games import games_of_night
from models.ledger.lines import Seating, lines_of
from models.ledger.nights import begin_night, nights_of
from models.play.changes import arrive, leave, mend_rules, penalise, reseat, stop
from models.play.pen import SheetError
from models.play.scores import strike
from models.sheets.log import act_in_words
from rules import RULE_BOOKS
from samples.games import go_on
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table, make_table

Verb = Callable[..., object]
LATER = date(2026, 3, 12)


@pytest.fixture
def after_one(table: Table) -> Table:
    """A game whose first round is closed."""
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    return table


def test_a_late_arrival_sits_where_the_group_says_and_starts_level_with_the_highest_total(after_one: Table) -> None:
    write(after_one.game, "Ana", arrive, "Eli", None, after_one.seats["Ben"])

    assert list(after_one.seats) == ["Ana", "Ben", "Eli", "Cai", "Dee"]
    assert sure(after_one.sheet.current).seats == tuple(after_one.sheet.names)
    assert after_one.seats["Eli"] not in after_one.sheet.rounds[0].seats
    assert (after_one.totals["Eli"], after_one.places["Eli"]) == (34, None)


@pytest.mark.parametrize(
    ("verb", "given", "why"),
    [
        (arrive, ("BEN", None), "Ben is already at this table"),
        (arrive, ("Eli", None, 99), "That player is not in this round"),
        (reseat, ([1],), "Every player has to be listed exactly once"),
        (penalise, (99, 10, "Looked at the boneyard"), "That player is not in this round"),
    ],
)
def test_what_does_not_fit_the_table_is_refused(after_one: Table, verb: Verb, given: Sequence[Any], why: str) -> None:
    before = after_one.sheet

    with pytest.raises(SheetError, match=why):
        write(after_one.game, "Ana", verb, *given)

    assert after_one.sheet == before


def test_half_a_round_lets_nobody_in_and_is_not_cut_off(after_one: Table) -> None:
    after_one.enter(2, Ana="out")

    with pytest.raises(SheetError, match="Round 2 is only half entered"):
        write(after_one.game, "Ana", arrive, "Eli", None)
    with pytest.raises(SheetError, match="cannot end after round 1"):
        write(after_one.game, "Ana", mend_rules, RULE_BOOKS["double-nine"], (9,))


def test_a_late_arrival_has_no_place_before_a_round(after_one: Table) -> None:
    write(after_one.game, "Ana", arrive, "Eli", 0)
    write(after_one.game, "Ana", stop)

    assert after_one.places["Eli"] is None
    assert after_one.sheet.verdict == "Ana wins with 0, the lowest total."


def test_a_strike_may_not_hide_scores_that_rest_on_it(after_one: Table) -> None:
    write(after_one.game, "Ana", arrive, "Eli", None)
    arrival = after_one.sheet.revision
    after_one.enter(2, Ana="out", Ben="3", Cai="3", Dee="5", Eli="8")

    with pytest.raises(SheetError, match="This would hide scores that were entered later"):
        write(after_one.game, "Ana", strike, arrival)


def test_who_leaves_keeps_every_score_even_with_an_early_round_struck(after_one: Table) -> None:
    after_one.enter(2, Ana="out", Ben="3", Cai="3", Dee="5")
    write(after_one.game, "Ana", strike, 1)
    write(after_one.game, "Ana", leave, after_one.seats["Dee"])

    assert after_one.totals["Dee"] == 5
    assert after_one.seats["Dee"] not in after_one.sheet.rounds[2].seats


def test_the_verdict_says_who_left_early_with_a_lower_total(after_one: Table) -> None:
    write(after_one.game, "Ana", leave, after_one.seats["Ana"])

    assert after_one.sheet.verdict == "Dee wins with 5, the lowest total. Ana left early and cannot win."


def test_two_have_to_stay_however_they_leave(store: Flask) -> None:
    table = make_table("double-nine", "Ana Ben Cai")
    table.enter(1, Ana="out", Ben="3")
    write(table.game, "Ana", leave, table.seats["Ana"])

    for name in ("Ben", "Cai"):
        with pytest.raises(SheetError, match="At least 2 players"):
            write(table.game, "Ana", leave, table.seats[name])


def test_nobody_leaves_after_the_last_round(store: Flask) -> None:
    table = make_table("double-nine", "Ana Ben Cai")
    write(table.game, "Ana", mend_rules, RULE_BOOKS["double-nine"], (9,))
    table.enter(1, Ana="out", Ben="3")

    with pytest.raises(SheetError, match="no rounds left"):
        write(table.game, "Ana", leave, table.seats["Ana"])


def test_after_midnight_it_is_still_last_night(store: Flask) -> None:
    club = create_club("Ana’s table")
    night = begin_night(club.id, date(2026, 3, 5))

    assert begin_night(club.id, date(2026, 3, 6)) is night
    assert begin_night(club.id, date(2026, 3, 7)) is not night


def test_a_sheet_takes_more_than_the_rules_know_and_at_most_sixteen(store: Flask) -> None:
    table = make_table("double-six", " ".join("ABCDEFGHIJKLMNO"))
    write(table.game, "Ana", arrive, "P", None)

    with pytest.raises(SheetError, match="at most 16 players"):
        write(table.game, "Ana", arrive, "Q", None)


def test_who_leaves_early_is_frozen_and_without_a_place(after_one: Table) -> None:
    write(after_one.game, "Ana", leave, after_one.seats["Ben"])
    after_one.enter(2, Ana="out", Cai="3", Dee="7")

    assert after_one.sheet.rounds_closed == 2
    assert after_one.totals["Ben"] == 34
    assert after_one.places == {"Ana": 1, "Ben": None, "Cai": 3, "Dee": 2}


def test_who_leaves_after_his_score_leaves_from_the_next_round(after_one: Table) -> None:
    after_one.enter(2, Ben="12")
    ben = after_one.seats["Ben"]
    write(after_one.game, "Ana", leave, ben)

    assert [ben in round.seats for round in after_one.sheet.rounds[1:3]] == [True, False]


@pytest.mark.parametrize(("beside", "seats"), [("", "Ana Ben Cai Dee"), ("Ana", "Ana Dee Ben Cai")])
def test_who_left_comes_back_to_the_same_seat_or_another(after_one: Table, beside: str, seats: str) -> None:
    write(after_one.game, "Ana", leave, after_one.seats["Dee"])
    write(after_one.game, "Ana", arrive, "Dee", None, after_one.seats.get(beside))

    assert list(after_one.seats) == seats.split()
    assert after_one.totals["Dee"] == 5


def test_who_missed_a_round_comes_back_level_with_the_highest(after_one: Table) -> None:
    write(after_one.game, "Ana", leave, after_one.seats["Dee"])
    after_one.enter(2, Ana="out", Ben="3", Cai="3")
    write(after_one.game, "Ana", arrive, "Dee", None)

    assert after_one.totals["Dee"] == 37


def test_a_late_arrival_sits_last_and_starts_with_what_the_group_types(after_one: Table) -> None:
    write(after_one.game, "Ana", arrive, "Eli", None)
    write(after_one.game, "Ana", arrive, "Fay", 12, after_one.seats["Eli"])

    assert list(after_one.seats) == ["Ana", "Ben", "Cai", "Dee", "Eli", "Fay"]
    assert after_one.totals["Fay"] == 12
    assert not any(isinstance(line.payload, Seating) for line in after_one.sheet.lines)


@pytest.mark.parametrize(("after", "last"), [("Fay", "Fay Eli"), ("Dee", "Eli Fay"), ("", "Fay Eli")])
def test_a_seat_whose_arrival_was_struck_is_taken_where_the_group_says(after_one: Table, after: str, last: str) -> None:
    write(after_one.game, "Ana", arrive, "Eli", None)
    write(after_one.game, "Ana", strike, after_one.sheet.revision)
    write(after_one.game, "Ana", arrive, "Fay", None)

    write(after_one.game, "Ana", arrive, "Eli", None, after_one.seats.get(after))

    assert list(after_one.seats) == ["Ana", "Ben", "Cai", "Dee", *last.split()]


def test_arrival_and_seat_are_one_act_that_undo_takes_back_as_one(after_one: Table) -> None:
    write(after_one.game, "Ana", arrive, "Eli", None, after_one.seats["Ana"])
    assert act_in_words(after_one.sheet, after_one.history().done[-1]) == "Eli joins in round 2, starting with 34"

    after_one.undo()

    assert list(after_one.seats) == ["Ana", "Ben", "Cai", "Dee"]


def test_a_penalty_counts_with_its_reason(after_one: Table) -> None:
    write(after_one.game, "Ben", penalise, after_one.seats["Ana"], 10, "Looked at the boneyard")

    assert after_one.totals["Ana"] == 10
    assert after_one.sheet.penalties[0].payload.reason == "Looked at the boneyard"
    assert after_one.places["Ana"] == 2


def test_the_seating_can_be_mended_and_put_back(after_one: Table) -> None:
    write(after_one.game, "Ana", reseat, [after_one.seats[name] for name in ("Dee", "Ana", "Ben", "Cai")])
    assert list(after_one.seats) == ["Dee", "Ana", "Ben", "Cai"]

    write(after_one.game, "Ana", strike, after_one.sheet.revision)

    assert list(after_one.seats) == ["Ana", "Ben", "Cai", "Dee"]


def test_the_rules_can_be_mended_after_the_first_rounds_and_the_same_rules_are_no_change(after_one: Table) -> None:
    before, book = after_one.sheet, RULE_BOOKS["double-twelve"]
    write(after_one.game, "Ana", mend_rules, before.book, before.engines)
    assert after_one.sheet == before

    write(after_one.game, "Ana", mend_rules, book, book.options.engines)

    assert (after_one.sheet.book.key, len(after_one.sheet.rounds)) == ("double-twelve", 13)
    assert after_one.totals["Ben"] == 34


def test_rules_by_which_a_score_could_not_be_are_refused(table: Table) -> None:
    table.enter(1, Ana="out", Ben="200", Cai="30", Dee="5", agreed=f"more-than-the-deal:{table.seats['Ben']}:200")
    book = RULE_BOOKS["double-six"]

    with pytest.raises(SheetError, match="Round 1 does not fit these rules"):
        write(table.game, "Ana", mend_rules, book, book.options.engines)


def test_a_table_that_stops_early_ranks_as_it_stands(after_one: Table) -> None:
    after_one.enter(2, Ana="90", agreed="x")
    write(after_one.game, "Ana", stop)

    assert (after_one.sheet.is_over, after_one.totals["Ana"]) == (True, 0)
    assert after_one.sheet.verdict == "Ana wins with 0, the lowest total."
    with pytest.raises(SheetError, match="already over"):
        write(after_one.game, "Ana", stop)
    with pytest.raises(SheetError, match="was stopped"):
        after_one.enter(2, Ben="1")


def test_a_game_goes_on_another_night_until_that_is_struck(after_one: Table) -> None:
    write(after_one.game, "Ana", stop)
    go_on(after_one.game, LATER)
    (later, first), game = nights_of(after_one.club.id, 2), after_one.game

    assert not after_one.sheet.is_over
    assert [sitting.date for sitting in after_one.sheet.sittings] == [LATER]
    assert [games_of_night(night.id)[0][0] for night in (first, later)] == [game, game]

    write(after_one.game, "Ana", strike, after_one.sheet.revision)
    assert games_of_night(later.id) == []

    write(after_one.game, "Ana", strike, after_one.sheet.revision)
    assert len(games_of_night(later.id)) == 1


def test_what_was_entered_together_is_struck_together_once_and_put_back(after_one: Table) -> None:
    write(after_one.game, "Ben", strike, 1)
    assert after_one.sheet.rounds[0].cells == {}
    with pytest.raises(SheetError, match="already crossed out"):
        write(after_one.game, "Cai", strike, 1)

    write(after_one.game, "Ben", strike, 5)

    assert after_one.totals["Ben"] == 34
    assert len(lines_of(after_one.game)) == 12


def test_nobody_comes_in_where_no_round_is_left(after_one: Table) -> None:
    write(after_one.game, "Ana", mend_rules, after_one.sheet.book, (9,))

    with pytest.raises(SheetError, match="no rounds left to play"):
        write(after_one.game, "Ana", arrive, "Eli", None)


def test_who_comes_back_starts_with_no_less_than_they_had(after_one: Table) -> None:
    write(after_one.game, "Ana", leave, after_one.seats["Ben"])

    with pytest.raises(SheetError, match="34"):
        write(after_one.game, "Ana", arrive, "Ben", 33)
    write(after_one.game, "Ana", arrive, "Ben", 35)

    assert after_one.totals["Ben"] == 35
