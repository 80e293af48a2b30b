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


def test_a_round_closes_when_every_seat_has_a_score(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="12+11+7")
    assert sure(table.sheet.current).number == 1

    table.enter(1, Dee="5")

    assert sure(table.sheet.current).number == 2
    assert table.totals == {"Ana": 0, "Ben": 34, "Cai": 30, "Dee": 5}


def test_a_missing_score_is_missing_and_not_nothing(table: Table) -> None:
    table.enter(1, Ben="34")

    round = table.sheet.rounds[0]
    assert set(round.cells) == {table.seats["Ben"]}
    assert table.places == dict.fromkeys(table.seats)


def test_players_enter_their_own_in_any_order(table: Table) -> None:
    table.enter(1, by="Dee", Dee="5")
    table.enter(1, by="Ana", Ana="out")

    assert [line.by for line in lines_of(table.game)] == ["Dee", "Ana"]


def test_a_correction_leaves_what_was_there(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    table.enter(1, by="Ben", Ben="43")

    cell = table.sheet.rounds[0].cells[table.seats["Ben"]]
    assert (cell.pips, cell.times) == (43, 2)
    scores = [line.payload for line in lines_of(table.game) if isinstance(line.payload, Score)]
    assert [score.pips for score in scores if score.seat == table.seats["Ben"]] == [34, 43]


def test_entering_what_stands_there_writes_nothing(table: Table) -> None:
    table.enter(1, Ben="34")

    assert table.enter(1, Ben="34") is None
    assert len(lines_of(table.game)) == 1


def test_the_second_phone_is_shown_the_first_and_asked(table: Table) -> None:
    table.enter(1, by="Cai", Ben="34")

    asked = sure(table.enter(1, by="Ana", seen=0, Ben="43"))

    assert (asked.clashes[0].cell.pips, asked.clashes[0].entered.by) == (34, "Cai")
    assert table.sheet.rounds[0].cells[table.seats["Ben"]].pips == 34


def test_the_second_phone_with_the_same_number_is_not_asked(table: Table) -> None:
    table.enter(1, by="Cai", Ben="34")

    assert table.enter(1, by="Ana", seen=0, Ben="34") is None


def test_doubtful_is_asked_and_can_be_confirmed(table: Table) -> None:
    asked = sure(table.enter(1, Ana="out", Ben="0", Cai="30", Dee="5"))
    assert [doubt.code for doubt in asked.doubts] == ["zero-not-out"]
    assert table.sheet.revision == 0

    assert table.enter(1, agreed=asked.doubts[0].key, Ana="out", Ben="0", Cai="30", Dee="5") is None
    assert table.sheet.rounds_closed == 1


def test_what_was_confirmed_once_is_not_asked_again(table: Table) -> None:
    asked = sure(table.enter(1, Ana="out", Ben="0"))
    table.enter(1, agreed=asked.doubts[0].key, Ana="out", Ben="0")

    assert table.enter(1, Cai="30", Dee="5") is None


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


def test_a_later_round_that_has_scores_can_still_be_corrected(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    table.enter(2, Ana="out", Ben="3", Cai="3", Dee="5")
    write(table.game, "Ana", strike, 1)

    assert table.enter(2, Ben="4") is None
    assert sure(table.sheet.current).number == 1


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

    assert table.sheet.is_over
    assert table.sheet.verdict == "Ana and Ben are tied at 36. At this table, tied players share the win."
    assert table.places == {"Ana": 1, "Ben": 1}


def test_totals_count_closed_rounds_and_a_half_entered_one_stands_apart(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    table.enter(2, Ana="7", Ben="out")

    so_far = {column.name: column.so_far for column in table.sheet.columns}

    assert table.totals == {"Ana": 0, "Ben": 34, "Cai": 30, "Dee": 5}
    assert so_far == {"Ana": 7, "Ben": 34, "Cai": None, "Dee": None}
    assert table.sheet.is_half_entered


def test_a_table_that_stops_in_mid_round_has_nothing_half_entered(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    table.enter(2, Ana="7", Ben="out")

    write(table.game, "Ana", stop)

    assert not table.sheet.is_half_entered
    assert table.totals["Ana"] == 0


def test_players_who_left_stand_after_those_who_stayed(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5")
    write(table.game, "Ben", leave, table.seats["Ana"])

    assert [column.name for column in table.sheet.ranked] == ["Dee", "Cai", "Ben", "Ana"]


def seen(table: Table, name: str, number: int = 1) -> SeenScore:
    """A player's score as the sheet shows it now."""
    seat = table.seats[name]
    return SeenScore(seat, table.sheet.rounds[number - 1].cells[seat].line)


def test_swapped_scores_keep_what_was_typed_and_undo_takes_back_both(table: Table) -> None:
    table.enter(1, Ana="out", Ben="12+11+7", Cai="3", Dee="5")

    assert write(table.game, "Cai", swap_scores, 1, seen(table, "Ana"), seen(table, "Ben")) is None

    assert table.totals == {"Ana": 30, "Ben": 0, "Cai": 3, "Dee": 5}
    cells = table.sheet.rounds[0].cells
    assert cells[table.seats["Ana"]].text == "12+11+7"
    assert cells[table.seats["Ben"]].is_out
    table.undo()
    assert table.totals == {"Ana": 0, "Ben": 30, "Cai": 3, "Dee": 5}


def test_a_swap_waits_for_somebody_who_was_quicker(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="3", Dee="5")
    score, other_score = seen(table, "Ben"), seen(table, "Cai")
    table.enter(1, by="Dee", Cai="8")

    asked = sure(write(table.game, "Ana", swap_scores, 1, score, other_score))

    assert [(clash.cell.pips, clash.entered.by) for clash in asked.clashes] == [(8, "Dee")]
    assert table.totals == {"Ana": 0, "Ben": 34, "Cai": 8, "Dee": 5}


def test_a_swap_waits_even_if_a_correction_made_one_half_of_it_needless(table: Table) -> None:
    table.enter(1, Ana="out", Ben="20", Cai="20", Dee="5")
    score, other_score = seen(table, "Ben"), seen(table, "Cai")
    table.enter(1, by="Dee", Ben="10")

    asked = sure(write(table.game, "Ana", swap_scores, 1, score, other_score))

    assert [(clash.cell.pips, clash.entered.by) for clash in asked.clashes] == [(10, "Dee")]
    assert table.totals == {"Ana": 0, "Ben": 10, "Cai": 20, "Dee": 5}


def test_a_score_that_was_taken_back_meanwhile_is_not_swapped(table: Table) -> None:
    table.enter(1, Ben="34")
    table.enter(1, Cai="3")
    score, other_score = seen(table, "Ben"), seen(table, "Cai")
    table.undo()

    with pytest.raises(SheetError, match="both have a score"):
        write(table.game, "Ana", swap_scores, 1, score, other_score)


def test_a_score_is_not_swapped_with_itself_nor_in_a_round_that_is_not_there(table: Table) -> None:
    table.enter(1, Ana="out", Ben="34", Cai="3", Dee="5")

    for number, name, other_name in ((1, "Ben", "Ben"), (99, "Ben", "Cai")):
        with pytest.raises(SheetError, match="both have a score"):
            write(table.game, "Ana", swap_scores, number, seen(table, name), seen(table, other_name))


def test_a_half_entered_round_waits_for_players_by_name(table: Table) -> None:
    assert table.sheet.waiting_for == ""
    table.enter(1, Ana="out", Ben="34")
    assert table.sheet.waiting_for == "Cai and Dee"
    table.enter(1, Cai="3", Dee="5")
    assert table.sheet.waiting_for == ""
