"""The pen: its lines show on the sheet at once, and are entered when it is put down, all of them or none."""

import pytest
from flask import Flask
from sqlalchemy import select

from models import db
from models.ledger.lines import Confirmation, Penalty, Score, Stop, lines_of
from models.ledger.results import Result
from models.ledger.tournament_lines import Clock, Deed, lines_of_tournament
from models.play.changes import confirm, penalise, reseat, stop
from models.play.pen import SheetError
from models.play.scores import ScoreEntry, enter_scores
from models.sheets.fold import load_sheet
from rules.scores.left_in_hand import HandLeft
from samples.cast import TODAY
from samples.games import enter, enter_pips, go_on
from samples.halls import begin, play, seated
from samples.pens import pen_of, referees_pen_of, write
from samples.tournaments import game_at
from tests.models.conftest import Table


def totals() -> list[int]:
    """The totals of all results in the database."""
    return sorted(db.session.scalars(select(Result.total)))


def test_what_is_written_stands_on_the_sheet_at_once_and_is_entered_when_the_pen_is_put_down(table: Table) -> None:
    with pen_of(table.game, "Ana") as pen:
        penalise(pen, table.seats["Ben"], 5, "Slow")
        assert pen.sheet.columns[1].total == 5
        assert pen.before.columns[1].total == 0
        assert lines_of(table.game) == ()

    assert [line.payload for line in lines_of(table.game)] == [Penalty(1, table.seats["Ben"], 5, "Slow")]
    assert load_sheet(table.game).columns == pen.sheet.columns


def test_where_anything_is_raised_nothing_is_entered(table: Table) -> None:
    with pytest.raises(ZeroDivisionError), pen_of(table.game, "Ana") as pen:
        stop(pen)
        raise ZeroDivisionError

    assert lines_of(table.game) == ()


def test_each_thing_that_is_done_is_an_entry_of_its_own_and_nothing_is_none(table: Table) -> None:
    with pen_of(table.game, "Ana") as pen:
        reseat(pen, list(table.seats.values()))
        enter_scores(pen, 1, {seat: ScoreEntry(HandLeft(7), "7") for seat in list(table.seats.values())[:2]})
        penalise(pen, table.seats["Ben"], 5, "Slow")
        stop(pen)

    lines = lines_of(table.game)
    assert [(line.number, line.entry) for line in lines] == [(1, 1), (2, 1), (3, 3), (4, 4)]
    assert [type(line.payload) for line in lines] == [Score, Score, Penalty, Stop]


def test_results_are_brought_in_line_when_a_game_ends_changes_and_goes_on_again(table: Table) -> None:
    enter_pips(table.game, 1, [0, 5, 6, 7])
    assert totals() == []
    write(table.game, "Ana", stop)
    assert totals() == [0, 5, 6, 7]
    write(table.game, "Ana", penalise, table.seats["Ben"], 5, "Slow")
    assert totals() == [0, 6, 7, 10]
    go_on(table.game, TODAY)
    assert totals() == []


def test_the_referee_confirms_again_what_the_referee_corrects_and_nobody_else_may(store: Flask) -> None:
    tournament = seated()
    play(tournament, 1, [0, 5, 6, 7])
    game = game_at(tournament, 1)
    seat, before = load_sheet(game).columns[1].seat, lines_of(game)
    with pytest.raises(SheetError, match="confirmed"):
        enter(game, 1, {seat: HandLeft(9)})
    assert lines_of(game) == before

    enter(game, 1, {seat: HandLeft(9)}, "Rita", is_referee=True)

    corrected = Score(round=1, seat=seat, pips=9, is_out=False, text="9")
    assert [line.payload for line in lines_of(game)[len(before) :]] == [corrected, Confirmation(1, None)]


def test_a_tournaments_pen_numbers_its_lines(store: Flask) -> None:
    tournament = begin()
    pen = referees_pen_of(tournament, "Rita")
    for minutes in (20, 10):
        pen.write(Deed.CLOCK, Clock(minutes, 5))

    lines = lines_of_tournament(tournament.id)[1:]
    assert [(line.number, line.stage, line.by) for line in lines] == [(2, 0, "Rita"), (3, 0, "Rita")]


def test_at_a_table_the_referee_writes_as_the_referee(store: Flask) -> None:
    tournament = seated()
    play(tournament, 1, [0, 5, 6, 7], is_confirmed=False)
    pen = referees_pen_of(tournament, "Rita")
    with pen.at_table(pen.hall.stage[0]) as there:
        confirm(there, [1], None, there.sheet.revision)

    last = lines_of(game_at(tournament, 1))[-1]
    assert (last.number, last.payload, last.by) == (5, Confirmation(1, None), "Rita")
