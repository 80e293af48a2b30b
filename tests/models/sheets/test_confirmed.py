"""A second player confirms scores; after that, only the referee can correct them."""

import pytest

from models import writing
from models.ledger.games import Game
from models.ledger.lines import Score
from models.ledger.tournaments import Tournament
from models.play.changes import confirm, penalise
from models.play.pen import SheetError
from models.play.scores import strike
from models.sheets.confirmed import confirmed_rounds
from models.sheets.fold import load_sheet
from models.sheets.tournament import load_hall
from models.sheets.tournament_log import log_entries, step_in_words
from rules.tournament.course import WaitsFor
from samples.games import enter_pips
from samples.halls import play, seated
from samples.pens import pen_of, write
from samples.tournaments import game_at, table_at

pytestmark = pytest.mark.usefixtures("store")

LOW, HIGH = [0, 10, 20, 30], [0, 15, 25, 35]


def test_scores_that_nobody_has_confirmed_do_not_advance() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        hall = play(tournament, 2, HIGH, HIGH, HIGH, is_confirmed=False)

    assert hall.next_step.waits_for is WaitsFor.TABLES
    assert (table_at(tournament, 2).sheet.is_over, table_at(tournament, 2).is_done) == (True, False)
    assert table_at(tournament, 2).unconfirmed == (1, 2, 3)
    assert (
        step_in_words(hall)
        == "Game 1 is being played. Tables finished and confirmed: 1 of 2. Table 2 is finished, but somebody there still has to confirm the scores."
    )


def test_whoever_entered_scores_does_not_confirm_them() -> None:
    with writing():
        tournament = seated()
        game = game_at(tournament, 1)
        enter_pips(game, 1, LOW, by="ana")
        sheet = load_sheet(game)

        with pytest.raises(SheetError, match="Ana entered these scores"):
            write(game, "Ben", confirm, [1], sheet.columns[0].seat, sheet.revision)
        write(game, "ana", confirm, [1], sheet.columns[1].seat, sheet.revision)

    assert list(confirmed_rounds(load_sheet(game))) == [1]


def test_what_was_not_seen_is_not_confirmed() -> None:
    with writing():
        tournament = seated()
        game = game_at(tournament, 1)
        enter_pips(game, 1, LOW)
        seen = load_sheet(game).revision
        enter_pips(game, 1, [0, 11, 20, 30])
        seat = load_sheet(game).columns[1].seat

        with pytest.raises(SheetError, match="after you opened this page"):
            write(game, "Ben", confirm, [1], seat, seen)
        with pytest.raises(SheetError, match="That player is not in this round"):
            write(game, "Ben", confirm, [2], seat, load_sheet(game).revision)


def confirmed_table() -> tuple[Tournament, Game]:
    """A tournament, and the game at its first table with one round entered and confirmed."""
    tournament = seated()
    play(tournament, 1, LOW)
    return tournament, game_at(tournament, 1)


def test_after_that_only_the_referee_corrects_and_the_log_says_so() -> None:
    with writing():
        tournament, game = confirmed_table()

        with pytest.raises(SheetError, match="Only the referee"):
            enter_pips(game, 1, [0, 11, 20, 30])
    with writing():
        tournament, game = confirmed_table()
        enter_pips(game, 1, [0, 11, 20, 30], by="Rita", is_referee=True)

    assert list(confirmed_rounds(load_sheet(game))) == [1]
    entries = log_entries(load_hall(tournament))
    assert "Game 1, table 1, corrected after it was confirmed: Round 1, Ben: 11." in [entry.text for entry in entries]


def test_striking_a_confirmed_score_is_a_correction_too() -> None:
    with writing():
        _, game = confirmed_table()

        with pytest.raises(SheetError, match="Only the referee"):
            write(game, "Ana", strike, 1)


def test_so_is_a_penalty_once_everything_is_confirmed() -> None:
    with writing():
        tournament = seated()
        play(tournament, 1, LOW, LOW, LOW)
        game = game_at(tournament, 1)

        with pytest.raises(SheetError, match="Only the referee"):
            write(game, "Ana", penalise, load_sheet(game).columns[0].seat, 5, "late")


def test_a_struck_correction_does_not_make_a_round_confirmed_by_itself() -> None:
    with writing():
        tournament = seated()
        game = game_at(tournament, 1)
        enter_pips(game, 1, LOW)
        sheet = load_sheet(game)
        write(game, "Ben", confirm, [1], sheet.columns[1].seat, sheet.revision)
        enter_pips(game, 1, [0, 11, 20, 30], by="Rita", is_referee=True)
        correction = next(
            line.entry for line in load_sheet(game).lines if isinstance(line.payload, Score) and line.payload.pips == 11
        )
        with pen_of(game, "Rita", is_referee=True) as pen:
            strike(pen, correction)

    sheet = load_sheet(game)
    assert sheet.rounds[0].cells[sheet.columns[1].seat].pips == 10
    assert confirmed_rounds(sheet)[1] == sheet.revision
