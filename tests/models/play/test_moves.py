"""Tracked rounds: entering moves, overruling the book, limits, and the answer to a refused move: why, and which line might be wrong."""

from datetime import date

import pytest
from flask import Flask

from models.ledger.moves import kept_rounds, moves_of
from models.play import changes
from models.play.moves import MoveClash, SuspectLine, lay_table
from models.play.pen import SheetError
from models.play.scores import ScoreEntry, enter_scores, strike
from rules import RULE_BOOKS, read_position, read_tiles
from rules.referee.question import Reason
from rules.scores.left_in_hand import HandLeft
from samples.games import go_on
from samples.pens import write
from tests.conftest import sure
from tests.models.conftest import Table, make_table, text_of
from tests.models.play.conftest import failing, keep, position

LIES = "double-nine 9 A(5):9-7-3-3/B(6)*:9-4/C(7)/D(5):9-8/M:9-1-6 B2 12"


def lay(table: Table, notation: str) -> None:
    """Lay the table of the first round from notation."""
    write(table.game, "Dee", lay_table, table.sheet.rounds[0], read_position(notation))


def test_a_round_begins_as_it_is_dealt_with_no_more_tiles_than_the_set_holds(table: Table) -> None:
    with pytest.raises(SheetError, match="With 4 players, you can deal at most 13 tiles"):
        table.keep("Ana", dealt=14)

    table.keep("Ben")

    assert position(table) == "double-nine 9 A(10)/B^(10)/C(10)/D(10)/M B1 14"
    assert table.kept().names == {"A": "Ana", "B": "Ben", "C": "Cai", "D": "Dee"}


def test_after_a_hunt_everybody_holds_more_and_who_leads_has_a_tile_to_play(store: Flask) -> None:
    table = make_table("double-twelve", "Ana Ben Cai")
    with pytest.raises(SheetError, match="Everybody needs at least one tile"):
        table.keep("Ben", dealt=1)

    table.keep("Ben", dealt=17)

    assert position(table) == "double-twelve 12 A(17)/B^(16)/C(17)/M B1 40"


def test_moves_lie_where_they_were_entered(table: Table) -> None:
    keep(table, "A 9-7@A, A 7-3@A, A done, B --, C 9-5@C")

    assert position(table) == "double-nine 9 A(8):9-7-3/B(10)*/C(9):9-5/D(10)/M C1 14"


def test_a_move_against_the_rules_is_not_entered_unless_the_table_agrees(table: Table) -> None:
    table.keep()
    refused = table.refused("A 9-7@M")

    assert refused.ruling.reasons == (Reason.OWN_TRAIN_ONLY, Reason.MEXICAN_NOT_YET)
    assert refused.ruling.explanation.startswith("On a first turn Ana may play only on their own train.")
    assert refused.can_be_agreed
    assert table.texts == []

    assert table.move("A 9-7@M !") is None

    assert table.texts == ["A 9-7@M !"]
    assert "M:9-7" in position(table)
    assert failing(table) == []


def test_a_tile_that_does_nothing_but_lie_can_be_agreed_to_as_well(table: Table) -> None:
    keep(table, "A 9-7@A, A done")

    assert table.refused("B 7-2@A").can_be_agreed
    assert table.move("B 7-2@A !") is None


@pytest.mark.parametrize("text", ["A 8-7@A !", "A 9-9@A !", "B 9-7@B !", "A 9-7@H !"])
def test_what_cannot_lie_on_a_table_cannot_be_agreed_to(table: Table, text: str) -> None:
    table.keep()

    assert not table.refused(text).can_be_agreed
    assert table.texts == []


def test_whoever_comes_second_is_shown_the_first(table: Table) -> None:
    table.keep()
    seen = table.kept().revision
    assert table.move("A 9-7@A", by="Ana", seen=seen) is None

    overtaken = table.move("A 9-7@A", by="Cai", seen=seen)

    assert isinstance(overtaken, MoveClash)
    assert [(text_of(line), line.by) for line in overtaken.lines] == [("A 9-7@A", "Ana")]
    assert table.texts == ["A 9-7@A"]


def test_a_round_has_an_end_of_lines(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.play.moves.MOST_LINES", 2)
    keep(table, "A 9-7@A")

    with pytest.raises(SheetError, match="no more can be entered"):
        table.move("A 7-3@A")


def test_nothing_that_was_entered_is_ever_gone_and_a_line_is_struck_once(table: Table) -> None:
    keep(table, "A 9-7@A")
    table.strike(2)
    with pytest.raises(SheetError, match="already crossed out"):
        table.strike(2)
    table.strike(3)

    lines = moves_of(table.game, 1)
    assert [(line.number, line.payload.kind, line.strikes, line.by) for line in lines] == [
        (1, "table", None, "Ana"),
        (2, "move", None, "Ana"),
        (3, "strike", 2, "Ben"),
        (4, "strike", 3, "Ben"),
    ]


def test_the_table_set_by_hand_is_where_moves_go_on(table: Table) -> None:
    keep(table, "A 9-7@A")
    lay(table, LIES)

    assert table.move("B 3-0@A") is None

    assert "A(5):9-7-3-3-0" in position(table)
    assert table.texts == ["B 3-0@A"]


def test_mended_rules_judge_the_moves_again(table: Table) -> None:
    keep(table, "A 9-7@A, A 7-3@A, A done")
    book = table.sheet.book.with_house_rules({"first-turn": "one-tile"})
    write(table.game, "Ana", changes.mend_rules, book, table.sheet.engines)

    assert failing(table) == ["A 7-3@A", "A done"]
    assert {step.ruling.reasons for step in table.kept().steps[1:]} == {("not-your-turn",)}


def test_the_double_of_a_kept_round_stays(table: Table) -> None:
    table.keep()

    with pytest.raises(SheetError, match="Round 1 has moves with the 9-9 in the middle"):
        write(table.game, "Ana", changes.mend_rules, table.sheet.book, (8, 7, 6))


def test_striking_the_change_of_doubles_leaves_a_kept_round_its_double(table: Table) -> None:
    write(table.game, "Ana", changes.mend_rules, table.sheet.book, (6, 5, 4))
    table.keep()

    with pytest.raises(SheetError, match="Round 1 has moves with the 6-6 in the middle"):
        write(table.game, "Ana", strike, 1)


def test_a_later_round_cannot_be_kept_yet(table: Table) -> None:
    with pytest.raises(SheetError, match="Round 1 is not finished"):
        table.keep(number=2)

    assert kept_rounds(table.game.id) == set()


def test_who_comes_and_sits_elsewhere_takes_nobodys_moves(table: Table) -> None:
    keep(table, "A 9-7@A")
    write(table.game, "Ana", changes.reseat, list(table.seats.values())[::-1])

    assert table.kept().names["A"] == "Ana"


def test_a_round_ends_and_says_who_is_out(table: Table) -> None:
    keep(table, "A 9-7@A, B --, C 9-5@C, D --", dealt=1)

    kept = table.kept()
    assert (kept.is_over, kept.is_blocked) == (True, False)
    assert [table.sheet.names[seat] for seat in kept.out] == ["Ana", "Cai"]


def test_a_tile_on_the_table_is_no_score(table: Table) -> None:
    keep(table, "A 9-7@A")
    left = HandLeft(16, tiles=read_tiles("9-7"))

    asked = sure(write(table.game, "Ana", enter_scores, 1, {table.seats["Ben"]: ScoreEntry(left, "9-7")}))

    assert [doubt.code for doubt in asked.doubts] == ["tile-lies"]


def test_scores_that_the_unfinished_table_speaks_against_are_asked_about(table: Table) -> None:
    keep(table, "A 9-7@A", dealt=2)
    everybody = {"Ana": "out", "Ben": "9", "Cai": "8", "Dee": "7"}

    asked = sure(table.enter_all(1, everybody))

    assert [doubt.text for doubt in asked.doubts] == [
        "According to the table, Ana still has 1 tile left. Is the round over?"
    ]
    assert table.sheet.revision == 0
    assert table.enter_all(1, everybody, agreed=asked.doubts[0].key) is None
    assert table.totals == {"Ana": 0, "Ben": 9, "Cai": 8, "Dee": 7}
    assert table.enter(1, Ben="10") is None


def test_a_stopped_game_keeps_no_table(table: Table) -> None:
    table.keep()
    write(table.game, "Ana", changes.stop)

    with pytest.raises(SheetError, match="stopped"):
        table.move("A 9-7@A")

    go_on(table.game, date(2026, 3, 5))
    assert table.move("A 9-7@A") is None


def test_a_kept_round_is_judged_as_it_was_played_where_the_new_rules_have_not_its_tiles(table: Table) -> None:
    write(table.game, "Ana", changes.mend_rules, table.sheet.book, (6, 5))
    keep(table, "A 6-9@A")
    write(table.game, "Ana", changes.mend_rules, RULE_BOOKS["double-six"], (6, 5))

    assert position(table).startswith("double-nine 6 A(9)")


def overtaken(table: Table, text: str) -> MoveClash:
    """Try a move from a phone that has not seen the last line. Returns the answer."""
    answer = table.move(text, by="Cai", seen=table.kept().revision - 1)
    assert isinstance(answer, MoveClash)
    return answer


@pytest.mark.parametrize(
    "notation",
    [
        "double-twelve 9 A^(10)/B(10)/C(10)/D(10)/M A1 50",
        "double-nine 8 A^(10)/B(10)/C(10)/D(10)/M A1 14",
        "double-nine 9 A^(10)/B(10)/C(10)/M A1 24",
    ],
    ids=["other rules", "another engine", "fewer seats"],
)
def test_a_table_of_another_round_is_not_laid(table: Table, notation: str) -> None:
    with pytest.raises(SheetError, match="This table or record is from another round"):
        lay(table, notation)

    assert moves_of(table.game, 1) == ()


def test_a_move_that_comes_second_is_told_why_it_would_be_refused_now(table: Table) -> None:
    keep(table, "A 9-7@A")

    refused = sure(overtaken(table, "A 9-5@A").refused)

    assert refused.ruling.reasons[0] == Reason.NO_MATCH
    assert refused.can_be_agreed is False


@pytest.mark.parametrize("text", ["A 7-3@A", "A 9-4@M !"], ids=["legal", "agreed to"])
def test_a_move_that_comes_second_and_could_be_entered_is_not_refused(table: Table, text: str) -> None:
    keep(table, "A 9-7@A")

    assert overtaken(table, text).refused is None


def test_a_tile_that_a_move_laid_leads_to_its_line(table: Table) -> None:
    keep(table, "A 9-7@A, A done")

    assert table.refused("B 9-7@B").suspect == SuspectLine(2, "The 9-7 is on Ana’s train. Was that a mistake?")


def test_a_tile_that_lay_on_the_newest_table_leads_to_that_table(table: Table) -> None:
    keep(table, "A 9-7@A")
    lay(table, LIES)

    suspect = sure(table.refused("B 9-8@B").suspect)

    assert suspect.line == table.kept().opened == 3
    assert "9-8" in suspect.question


def test_a_tile_that_lies_cannot_be_drawn_and_leads_to_the_line_that_laid_it(table: Table) -> None:
    keep(table, "A 9-7@A, A 7-1@A, A done")

    assert table.refused("B +7-1").suspect == SuspectLine(3, "The 7-1 is on Ana’s train. Was that a mistake?")
