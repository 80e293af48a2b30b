"""The pen: its lines show on the sheet at once, and are entered when it is put down, all of them or none."""

import pytest
from flask import Flask
from sqlalchemy import func, select

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


def count_results() -> int:
    """The number of results in the database."""
    return db.session.scalars(select(func.count()).select_from(Result)).one()


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
        penalise(pen, table.seats["Ben"], 5, "Slow")
        raise ZeroDivisionError

    assert lines_of(table.game) == ()


def test_each_thing_that_is_done_is_an_entry_of_its_own(table: Table) -> None:
    with pen_of(table.game, "Ana") as pen:
        enter_scores(pen, 1, {seat: ScoreEntry(HandLeft(7), "7") for seat in list(table.seats.values())[:2]})
        penalise(pen, table.seats["Ben"], 5, "Slow")
        stop(pen)

    lines = lines_of(table.game)
    assert [(line.number, line.entry, type(line.payload)) for line in lines] == [
        (1, 1, Score),
        (2, 1, Score),
        (3, 3, Penalty),
        (4, 4, Stop),
    ]


def test_a_pen_that_writes_nothing_leaves_nothing(table: Table) -> None:
    with pen_of(table.game, "Ana") as pen:
        reseat(pen, list(table.seats.values()))

    assert lines_of(table.game) == ()


def test_results_are_brought_in_line_when_a_game_ends_changes_and_goes_on_again(table: Table) -> None:
    enter_pips(table.game, 1, [0, 5, 6, 7])
    assert count_results() == 0
    write(table.game, "Ana", stop)
    assert count_results() == 4
    write(table.game, "Ana", penalise, table.seats["Ben"], 5, "Slow")
    totals = dict(db.session.execute(select(Result.player_id, Result.total)).all())
    assert totals[table.sheet.columns[1].player_id] == 10
    go_on(table.game, TODAY)
    assert count_results() == 0


def test_the_referee_confirms_again_what_the_referee_corrects_and_nobody_else_may(store: Flask) -> None:
    tournament = seated()
    play(tournament, 1, [0, 5, 6, 7])
    game = game_at(tournament, 1)
    seat, before = load_sheet(game).columns[1].seat, len(lines_of(game))
    with pytest.raises(SheetError, match="confirmed"):
        enter(game, 1, {seat: HandLeft(9)})
    assert len(lines_of(game)) == before
    enter(game, 1, {seat: HandLeft(9)}, "Rita", is_referee=True)

    assert [line.payload for line in lines_of(game)[before:]] == [
        Score(round=1, seat=seat, pips=9, is_out=False, text="9"),
        Confirmation(1, None),
    ]


def test_a_tournaments_pen_numbers_its_lines_and_writes_at_its_tables(store: Flask) -> None:
    tournament = begin()
    pen = referees_pen_of(tournament, "Rita")
    pen.write(Deed.CLOCK, Clock(20, 5))
    pen.write(Deed.CLOCK, Clock(10, 5), reason="late")

    assert [(line.number, line.stage, line.by) for line in lines_of_tournament(tournament.id)[1:]] == [
        (2, 0, "Rita"),
        (3, 0, "Rita"),
    ]


def test_at_a_table_the_referee_writes_as_the_referee(store: Flask) -> None:
    tournament = seated()
    play(tournament, 1, [0, 5, 6, 7], is_confirmed=False)
    game = game_at(tournament, 1)
    pen = referees_pen_of(tournament, "Rita")
    with pen.at_table(pen.hall.stage[0]) as there:
        confirm(there, [1], None, there.sheet.revision)

    assert lines_of(game)[-1].payload == Confirmation(1, None)
    assert lines_of(game)[4].by == "Rita"
