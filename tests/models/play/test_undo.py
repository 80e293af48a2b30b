"""Undo takes back the newest act on the sheet or at a table, of any kind and by anybody; Redo puts it back."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta
from typing import Concatenate, ParamSpec

import pytest
from flask import Flask
from sqlalchemy import update

from models import db
from models.ledger.games import Game
from models.ledger.lines import SheetRow, lines_of
from models.ledger.moves import RoundRow, moves_of
from models.ledger.nights import Night
from models.play import changes
from models.play.moves import lay_table
from models.play.pen import Pen, SheetError
from models.play.scores import strike
from models.play.undo import undo
from models.sheets.acts import load_history
from models.sheets.fold import load_sheet
from models.sheets.log import act_in_words
from models.sheets.round import load_table
from rules import RULE_BOOKS, read_position, write_position
from samples.games import enter_pips, go_on
from samples.halls import play, seated
from samples.pens import pen_of, write
from samples.tournaments import game_at
from tests.conftest import sure
from tests.models.conftest import TONIGHT, Table

BOOK = RULE_BOOKS["double-nine"]
LIES = "double-nine 8 A(5):8-7-3-3/B(6)*:8-4/C(7)/D(5):8-9/M:8-1-6 B2 12"
ANA, BEN, CAI, DEE = 1, 2, 3, 4
P = ParamSpec("P")
ActOf = Callable[[Table], object]


def ana(verb: Callable[Concatenate[Pen, P], object], *given: P.args, **named: P.kwargs) -> ActOf:
    """An act of Ana’s."""
    return lambda table: write(table.game, "Ana", verb, *given, **named)


def lay_by_hand(table: Table) -> None:
    """Lay the table of the second round by hand."""
    write(table.game, "Dee", lay_table, table.sheet.rounds[1], read_position(LIES))


# Acts, each with its words and the round at whose table it is done; 0 for the sheet.
ACTS: dict[str, tuple[ActOf, str, int]] = {
    "a score": (lambda table: table.enter(2, Ben="9"), "Round 2, Ben: 9", 0),
    "scores": (lambda table: table.enter(2, Ana="out", Ben="9", Cai="3", Dee="4"), "Round 2: 4 scores", 0),
    "a corrected score": (lambda table: table.enter(1, Ben="43"), "Round 1, Ben: 43", 0),
    "a penalty": (ana(changes.penalise, BEN, 10, "Peeked"), "Ben: penalty of 10 in round 2. Peeked", 0),
    "an arrival": (ana(changes.arrive, "Eli", None), "Eli joins in round 2, starting with 34", 0),
    "a leaver": (ana(changes.leave, DEE), "Dee leaves before round 2", 0),
    "a seating": (ana(changes.reseat, [DEE, CAI, BEN, ANA]), "Seats, clockwise: Dee, Cai, Ben and Ana", 0),
    "new rules": (ana(changes.mend_rules, BOOK, (9, 8)), "Rules: double-nine; starting doubles: 9, 8", 0),
    "a stop": (ana(changes.stop), "The game is stopped", 0),
    "a going on": (lambda table: go_on(table.game, TONIGHT), "The game continues", 0),
    "a strike on the sheet": (ana(strike, 1), "lines 1 to 4 crossed out (Round 1: 4 scores)", 0),
    "the beginning of a table": (lambda table: table.keep(number=2), "the table for round 2", 2),
    "a table put in by hand": (lay_by_hand, "the table for round 2", 2),
    "a tile": (lambda table: table.move("A 5-3@A"), "Ana 5-3", 1),
    "a pass": (lambda table: table.move("A -- !"), "Ana passes", 1),
    "a draw": (lambda table: table.move("A + !"), "Ana draws", 1),
    "a mended move": (lambda table: table.move("A 9-3@A", change=2), "line 2 changed to Ana 9-3", 1),
    "a strike at the table": (lambda table: table.strike(2), "line 2 crossed out (Ana 9-5)", 1),
}


def stands(table: Table) -> tuple[object, ...]:
    """The content of a sheet and its tracked rounds."""
    sheet = table.sheet
    rules = str(sheet.book), sheet.engines, sheet.is_stopped, [sitting.ref for sitting in sheet.sittings]
    rounds = [(round.seats, [(cell.score, cell.is_out) for cell in round.cells.values()]) for round in sheet.rounds]
    kept = [load_table(table.game, sheet, round.number) for round in sheet.rounds]
    positions = [kept_table and write_position(kept_table.position) for kept_table in kept]
    return rules, sheet.columns, rounds, sheet.penalties, positions


@pytest.fixture
def begun(table: Table) -> Table:
    """A game whose first round is over and was kept up to Ana's first tile."""
    table.keep()
    table.move("A 9-5@A")
    asked = sure(table.enter(1, Ana="out", Ben="34", Cai="30", Dee="5"))
    table.enter(1, agreed=asked.doubts[0].key, Ana="out", Ben="34", Cai="30", Dee="5")
    return table


def offered(table: Table, round: int = 0) -> list[str]:
    """The labels of Undo and Redo, on the sheet or at a round's table."""
    history = table.history(round)
    last = [*history.done[-1:], *(pair.act for pair in history.undone[-1:])]
    return [act_in_words(table.sheet, act) for act in last]


@pytest.mark.parametrize("what", ACTS)
def test_the_last_act_is_taken_back_and_put_back_as_often_as_anybody_likes(begun: Table, what: str) -> None:
    act, words, round = ACTS[what]
    before, taken_back = stands(begun), offered(begun, round)
    act(begun)
    after = stands(begun)
    assert offered(begun, round) == [words]

    for _ in range(3):
        assert begun.undo(round) == ()
        assert (stands(begun), offered(begun, round)) == (before, [*taken_back, words])

        assert begun.redo(round) == ()
        assert (stands(begun), offered(begun, round)) == (after, [words])


def test_undo_on_the_sheet_is_about_the_sheet_and_undo_at_the_table_about_the_table(begun: Table) -> None:
    begun.move("A 5-3@A")
    begun.enter(2, Ben="9")
    begun.strike(2)
    for round, *expected in (
        (0, "Round 2, Ben: 9", "Round 1: 4 scores"),
        (1, "line 2 crossed out (Ana 9-5)", "Ana 5-3", "Ana 9-5", "the table for round 1"),
    ):
        for words in expected:
            assert offered(begun, round)[0] == words
            begun.undo(round)

        assert begun.history(round).done == ()
        with pytest.raises(SheetError, match="nothing to undo"):
            begun.undo(round)


def test_what_was_taken_back_comes_again_in_order(begun: Table) -> None:
    begun.move("A 5-3@A")
    states = [stands(begun)]
    for _ in range(3):
        begun.undo(1)
        states.append(stands(begun))

    for expected in states[-2::-1]:
        begun.redo(1)
        assert stands(begun) == expected
    with pytest.raises(SheetError, match="nothing to put back"):
        begun.redo(1)


@pytest.mark.parametrize("what", ACTS)
def test_after_something_new_nothing_comes_again(begun: Table, what: str) -> None:
    act, _, round = ACTS[what]
    begun.enter(2, Ben="8")
    begun.move("A 5-3@A")
    begun.undo(min(round, 1))

    act(begun)

    assert begun.history(round).undone == ()


def test_nothing_happens_where_another_phone_was_first_and_what_it_did_is_named(begun: Table) -> None:
    seen, seen_there = begun.history().newest, begun.history(1).newest
    write(begun.game, "Cai", changes.penalise, CAI, 5, "Slow")
    begun.move("A 5-3@A", by="Dee")
    before = stands(begun)

    newer = [*begun.undo(seen=seen), *begun.undo(1, seen=seen_there)]

    assert [act_in_words(begun.sheet, act) for act in newer] == ["Cai: penalty of 5 in round 2. Slow", "Ana 5-3"]
    assert [act.by for act in newer] == ["Cai", "Dee"]
    assert stands(begun) == before


def test_nothing_is_brought_again_where_another_phone_was_first(begun: Table) -> None:
    begun.undo()
    seen = begun.history().newest
    begun.redo(by="Cai")
    before = stands(begun)

    assert [act.by for act in begun.redo(seen=seen)] == ["Cai"]
    assert stands(begun) == before


@pytest.mark.parametrize("seen", ["", "0.2", "7.1", "x"])
def test_an_act_that_is_none_has_not_been_seen(begun: Table, seen: str) -> None:
    before = stands(begun)

    assert begun.undo(seen=seen)[-1].name == begun.history().newest
    assert stands(begun) == before


def test_undo_only_adds_lines(begun: Table) -> None:
    before = lines_of(begun.game), moves_of(begun.game, 1)
    begun.undo(by="Cai")
    begun.undo(1, by="Dee")

    *moves, added = moves_of(begun.game, 1)
    assert (lines_of(begun.game)[:4], tuple(moves)) == before
    assert (added.payload.kind, added.strikes, added.by) == ("strike", 2, "Dee")


def test_a_line_put_back_by_hand_is_struck_again_by_undo(begun: Table) -> None:
    begun.strike(2)
    before = stands(begun)
    begun.strike(3)
    assert offered(begun, 1) == ["line 2 put back (Ana 9-5)"]

    begun.undo(1)

    assert stands(begun) == before


def test_lines_of_one_sheet_stay_in_order_though_an_older_clock_said_otherwise(begun: Table) -> None:
    begun.enter(2, Ben="9")
    for line in db.session.query(SheetRow).filter_by(game_id=begun.game.id, number=5):
        line.at -= timedelta(days=400)
    db.session.flush()

    assert offered(begun) == ["Round 2, Ben: 9"]


@pytest.mark.parametrize(("hours", "day", "is_on"), [(5, 6, True), (11, 6, False), (0, 7, False)])
def test_a_finished_game_is_left_alone_once_its_night_is_over(begun: Table, hours: int, day: int, is_on: bool) -> None:
    write(begun.game, "Ana", changes.stop)
    night = db.session.get_one(Night, begun.game.night_id)
    night.started_at = datetime.now(UTC) - timedelta(hours=hours)

    with nullcontext() if is_on else pytest.raises(SheetError, match="ended on an earlier night"):
        begun.undo(today=date(2026, 3, day))

    assert begun.sheet.is_stopped is not is_on


def test_a_game_that_went_on_is_of_its_last_night(begun: Table) -> None:
    go_on(begun.game, date(2026, 3, 12))
    write(begun.game, "Ana", changes.stop)

    with pytest.raises(SheetError, match="earlier night"):
        begun.undo(today=TONIGHT)
    begun.undo(today=date(2026, 3, 12))

    assert not begun.sheet.is_over


@pytest.fixture
def hall_game(store: Flask) -> Game:
    """A game at a table of a tournament: its first round is entered and confirmed, its second is entered."""
    tournament = seated()
    play(tournament, 1, [0, 5, 6, 7])
    game = game_at(tournament, 1)
    enter_pips(game, 2, [3, 0, 6, 7])
    return game


def test_at_a_tournaments_table_undo_ends_at_what_was_confirmed(hall_game: Game) -> None:
    assert write(hall_game, "Ana", undo, load_history(hall_game, load_sheet(hall_game)).newest) == ()
    sheet = load_sheet(hall_game)
    assert sheet.rounds[1].cells == {}

    history = load_history(hall_game, sheet)
    assert (history.done, len(history.undone)) == ((), 1)
    with pytest.raises(SheetError, match="nothing to undo"):
        write(hall_game, "Ana", undo, history.newest)


def test_a_confirmation_that_was_struck_does_not_come_back_by_undo(hall_game: Game) -> None:
    with pen_of(hall_game, "Rita", is_referee=True) as pen:
        strike(pen, 5)

    assert load_history(hall_game, load_sheet(hall_game)).done == ()


def test_a_table_of_a_round_that_the_sheet_has_not_is_left_alone(begun: Table) -> None:
    begun.keep(number=2)
    db.session.execute(update(RoundRow).where(RoundRow.round == 2).values(round=99))
    before = moves_of(begun.game, 99)

    with pytest.raises(SheetError, match="That player is not in this round"):
        begun.undo(99)

    assert before
    assert moves_of(begun.game, 99) == before
