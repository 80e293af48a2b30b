"""Entering and correcting scores."""

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from models import db
from models.ledger.lines import Score, lines_of, write_lines
from models.play.changes import leave, stop
from models.play.pen import SheetError
from models.play.scores import ScoreEntry, SeenScore, enter_scores, strike, swap_scores
from rules.scores.left_in_hand import HandLeft
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table, make_table


@pytest.fixture
def after_one(table: Table) -> Table:
    """A game whose first round is closed."""
    table.enter(1, Ana="out", Ben="34", Cai="3", Dee="5")
    return table


def test_a_round_waits_for_players_by_name_and_closes_when_every_seat_has_a_score(table: Table) -> None:
    assert table.sheet.waiting_for == ""

    table.enter(1, Ana="out", Ben="34")
    assert (sure(table.sheet.current).number, table.sheet.waiting_for) == (1, "Cai and Dee")

    table.enter(1, Cai="12+11+7", Dee="5")
    assert (sure(table.sheet.current).number, table.sheet.waiting_for) == (2, "")
    assert table.totals == {"Ana": 0, "Ben": 34, "Cai": 30, "Dee": 5}


def test_players_enter_their_own_in_any_order_and_a_missing_score_is_missing_and_not_nothing(table: Table) -> None:
    table.enter(1, by="Dee", Dee="5")
    assert set(table.sheet.rounds[0].cells) == {table.seats["Dee"]}
    assert table.places == dict.fromkeys(table.seats)

    table.enter(1, by="Ana", Ana="out")
    assert [line.by for line in lines_of(table.game)] == ["Dee", "Ana"]


def test_a_correction_leaves_what_was_there(after_one: Table) -> None:
    after_one.enter(1, by="Ben", Ben="43")

    cell = after_one.sheet.rounds[0].cells[after_one.seats["Ben"]]
    assert (cell.pips, cell.times) == (43, 2)
    scores = [line.payload for line in lines_of(after_one.game) if isinstance(line.payload, Score)]
    assert [score.pips for score in scores if score.seat == after_one.seats["Ben"]] == [34, 43]


def test_the_second_phone_is_shown_the_first_and_asked_unless_it_has_the_same_number(table: Table) -> None:
    table.enter(1, by="Cai", Ben="34")

    asked = sure(table.enter(1, by="Ana", seen=0, Ben="43"))
    assert (asked.clashes[0].cell.pips, asked.clashes[0].entered.by) == (34, "Cai")
    assert [table.enter(1, Ben="34"), table.enter(1, by="Ana", seen=0, Ben="34")] == [None, None]

    assert [line.by for line in lines_of(table.game)] == ["Cai"]
    assert table.sheet.rounds[0].cells[table.seats["Ben"]].pips == 34


def test_doubtful_is_asked_once_and_can_be_confirmed(table: Table) -> None:
    asked = sure(table.enter(1, Ana="out", Ben="0"))
    assert [doubt.code for doubt in asked.doubts] == ["zero-not-out"]
    assert table.sheet.revision == 0

    assert table.enter(1, agreed=asked.doubts[0].key, Ana="out", Ben="0") is None
    assert table.enter(1, Cai="30", Dee="5") is None
    assert table.sheet.rounds_closed == 1


def test_a_yes_to_one_question_answers_no_other(table: Table) -> None:
    asked = sure(table.enter(1, Ana="out", Ben="0"))

    assert sure(table.enter(1, agreed=asked.doubts[0].key, Ana="out", Cai="0")).doubts[0].seat == table.seats["Cai"]


def test_impossible_is_refused_whatever_is_agreed(table: Table) -> None:
    asked = sure(table.enter(1, Ben="478"))

    assert asked.doubts[0].is_impossible
    assert table.enter(1, agreed=asked.doubts[0].key, Ben="478") is not None
    assert table.sheet.revision == 0


def test_what_cannot_be_is_said_alone_and_nothing_is_asked_beside_it(table: Table) -> None:
    table.enter(1, by="Cai", Ana="34")

    asked = sure(table.enter(1, seen=0, Ana="3", Ben="0", Cai="478"))

    assert [doubt.code for doubt in asked.doubts] == ["more-than-the-set"]
    assert asked.clashes == ()


def test_nobody_out_is_asked_with_the_last_score_and_makes_a_blocked_round(table: Table) -> None:
    assert table.enter(1, Ana="4", Ben="34", Cai="30") is None
    assert sure(table.enter(1, Dee="5")).doubts[0].code == "nobody-out"

    table.enter(1, agreed="nobody-out:", Dee="5")

    assert table.sheet.rounds[0].is_blocked


def test_a_later_round_waits_for_the_one_that_is_open(table: Table) -> None:
    with pytest.raises(SheetError, match="Round 1 is not finished"):
        table.enter(2, Ana="out")


def test_a_later_round_that_has_scores_can_still_be_corrected(after_one: Table) -> None:
    after_one.enter(2, Ana="out", Ben="3", Cai="3", Dee="5")
    write(after_one.game, "Ana", strike, 1)

    assert after_one.enter(2, Ben="4") is None
    assert sure(after_one.sheet.current).number == 1


@pytest.mark.parametrize("number", [0, 11])
def test_a_round_that_the_game_does_not_have_is_refused(table: Table, number: int) -> None:
    with pytest.raises(SheetError, match="That player is not in this round"):
        write(table.game, "Ana", enter_scores, number, {table.seats["Ana"]: ScoreEntry(HandLeft(1), "1")})


def test_the_database_itself_refuses_a_score_that_is_out_with_pips(table: Table) -> None:
    bad = Score(round=1, seat=table.seats["Ana"], pips=4, is_out=True, text="4")
    with pytest.raises(IntegrityError):
        write_lines(table.game.id, 0, "Ana", [bad])
    db.session.rollback()


def test_the_winner_and_the_shared_win_are_named_at_the_end(store: Flask) -> None:
    table = make_table("double-six", "Ana Ben")
    for number in range(1, 7):
        table.enter(number, Ana="out", Ben="6")
    table.enter(7, agreed="nobody-out:", Ana="36", Ben="out")

    assert table.sheet.verdict == "Ana and Ben are tied at 36. At this table, tied players share the win."
    assert table.places == {"Ana": 1, "Ben": 1}


def test_totals_count_closed_rounds_and_a_half_entered_one_stands_apart(after_one: Table) -> None:
    after_one.enter(2, Ana="7", Ben="out")

    assert after_one.totals == {"Ana": 0, "Ben": 34, "Cai": 3, "Dee": 5}
    assert [column.so_far for column in after_one.sheet.columns] == [7, 34, None, None]
    assert after_one.sheet.is_half_entered

    write(after_one.game, "Ana", stop)

    assert not after_one.sheet.is_half_entered
    assert after_one.totals["Ana"] == 0


def test_players_who_left_stand_after_those_who_stayed(table: Table) -> None:
    write(table.game, "Ben", leave, table.seats["Ana"])
    assert [column.name for column in table.sheet.ranked] == ["Ben", "Cai", "Dee", "Ana"]

    table.enter(1, Ben="out", Cai="30", Dee="5")

    assert [column.name for column in table.sheet.ranked] == ["Ben", "Dee", "Cai", "Ana"]


def seen(table: Table, name: str) -> SeenScore:
    """A player's score in the first round as the sheet shows it now."""
    seat = table.seats[name]
    return SeenScore(seat, table.sheet.rounds[0].cells[seat].line)


def test_swapped_scores_keep_what_was_typed_and_undo_takes_back_both(table: Table) -> None:
    table.enter(1, Ana="out", Ben="12+11+7", Cai="3", Dee="5")

    assert write(table.game, "Cai", swap_scores, 1, seen(table, "Ana"), seen(table, "Ben")) is None

    assert table.totals == {"Ana": 30, "Ben": 0, "Cai": 3, "Dee": 5}
    cells = table.sheet.rounds[0].cells
    assert cells[table.seats["Ana"]].text == "12+11+7"
    assert cells[table.seats["Ben"]].is_out
    table.undo()
    assert table.totals == {"Ana": 0, "Ben": 30, "Cai": 3, "Dee": 5}


@pytest.mark.parametrize(("cai", "changed"), [("3", "Cai"), ("34", "Ben")], ids=["any", "one half is needless now"])
def test_a_swap_waits_for_somebody_who_was_quicker(after_one: Table, cai: str, changed: str) -> None:
    after_one.enter(1, Cai=cai)
    score, other_score = seen(after_one, "Ben"), seen(after_one, "Cai")
    after_one.enter_all(1, {changed: "10"}, by="Dee")

    asked = sure(write(after_one.game, "Ana", swap_scores, 1, score, other_score))

    assert [(clash.cell.pips, clash.entered.by) for clash in asked.clashes] == [(10, "Dee")]
    assert after_one.totals == {"Ana": 0, "Ben": 34, "Cai": int(cai), "Dee": 5} | {changed: 10}


def test_a_score_that_was_taken_back_meanwhile_is_not_swapped(table: Table) -> None:
    table.enter(1, Ben="34")
    table.enter(1, Cai="3")
    score, other_score = seen(table, "Ben"), seen(table, "Cai")
    table.undo()

    with pytest.raises(SheetError, match="both have a score"):
        write(table.game, "Ana", swap_scores, 1, score, other_score)


@pytest.mark.parametrize(("number", "other"), [(1, "Ben"), (99, "Cai")])
def test_a_score_is_not_swapped_with_itself_nor_in_a_round_that_is_not_there(
    after_one: Table, number: int, other: str
) -> None:
    with pytest.raises(SheetError, match="both have a score"):
        write(after_one.game, "Ana", swap_scores, number, seen(after_one, "Ben"), seen(after_one, other))
