"""A second player confirms scores; after that, only the referee can correct them."""

import pytest

from models import writing
from models.ledger.games import Game
from models.ledger.lines import Score
from models.play.changes import confirm, penalise
from models.play.pen import SheetError
from models.play.scores import strike
from models.sheets.confirmed import confirmed_rounds, unconfirmed_rounds
from models.sheets.fold import load_sheet
from models.sheets.tournament_log import log_entries, step_in_words
from rules.tournament.course import WaitsFor
from samples.games import enter_pips
from samples.pens import pen_of, write
from samples.tournaments import game_at, table_at
from tests.models.play.conftest import HIGH, LOW, Cup

CORRECTED = [0, 11, 20, 30]


@pytest.fixture
def game(cup: Cup) -> Game:
    """The game at the first table."""
    return game_at(cup.tournament, 1)


def enter(game: Game, pips: list[int], by: str = "Ana") -> None:
    """Enter the first round."""
    with writing():
        enter_pips(game, 1, pips, by=by, is_referee=by == "Rita")


def confirm_as(game: Game, place: int, round: int = 1, seen: int | None = None) -> None:
    """Confirm a round as the player in this place, who has seen all lines or the first `seen` ones."""
    sheet = load_sheet(game)
    with writing():
        write(game, "Ben", confirm, [round], sheet.columns[place].seat, sheet.revision if seen is None else seen)


def test_scores_that_nobody_has_confirmed_do_not_advance(cup: Cup) -> None:
    cup.play(1, LOW, LOW, LOW)
    hall = cup.play(2, HIGH, HIGH, HIGH, is_confirmed=False)

    assert hall.next_step.waits_for is WaitsFor.TABLES
    table = table_at(cup.tournament, 2)
    assert (table.sheet.is_over, table.is_done, table.unconfirmed) == (True, False, (1, 2, 3))
    assert (
        step_in_words(hall)
        == "Game 1 is being played. Tables finished and confirmed: 1 of 2. Table 2 is finished, but somebody there still has to confirm the scores."
    )


def test_whoever_entered_scores_does_not_confirm_them(game: Game) -> None:
    enter(game, LOW, by="ana")

    with pytest.raises(SheetError, match="Ana entered these scores"):
        confirm_as(game, 0)
    confirm_as(game, 1)

    assert list(confirmed_rounds(load_sheet(game))) == [1]


def test_what_was_not_seen_is_not_confirmed(game: Game) -> None:
    enter(game, LOW)
    seen = load_sheet(game).revision
    enter(game, CORRECTED)

    with pytest.raises(SheetError, match="after you opened this page"):
        confirm_as(game, 1, seen=seen)
    with pytest.raises(SheetError, match="That player is not in this round"):
        confirm_as(game, 1, round=2)


def test_only_the_referee_corrects_a_confirmed_round_and_the_log_says_so(cup: Cup, game: Game) -> None:
    cup.play(1, LOW)

    with pytest.raises(SheetError, match="Only the referee"):
        enter(game, CORRECTED)
    with writing(), pytest.raises(SheetError, match="Only the referee"):
        write(game, "Ana", strike, 1)
    enter(game, CORRECTED, by="Rita")

    assert list(confirmed_rounds(load_sheet(game))) == [1]
    entries = [entry.text for entry in log_entries(cup.hall)]
    assert "Game 1, table 1, corrected after it was confirmed: Round 1, Ben: 11." in entries


def test_only_the_referee_adds_a_penalty_once_everything_is_confirmed(cup: Cup, game: Game) -> None:
    cup.play(1, LOW, LOW, LOW)

    with pytest.raises(SheetError, match="Only the referee"):
        write(game, "Ana", penalise, load_sheet(game).columns[0].seat, 5, "late")


def test_a_struck_correction_does_not_make_a_round_confirmed_by_itself(game: Game) -> None:
    enter(game, LOW)
    confirm_as(game, 1)
    enter(game, CORRECTED, by="Rita")
    (correction,) = [
        line.entry for line in load_sheet(game).lines if isinstance(line.payload, Score) and line.payload.pips == 11
    ]
    with writing(), pen_of(game, "Rita", is_referee=True) as pen:
        strike(pen, correction)

    sheet = load_sheet(game)
    assert sheet.rounds[0].cells[sheet.columns[1].seat].pips == 10
    assert confirmed_rounds(sheet)[1] == sheet.revision


def test_a_round_that_the_referee_crosses_out_has_to_be_entered_and_confirmed_again(cup: Cup, game: Game) -> None:
    cup.play(1, LOW)
    with writing(), pen_of(game, "Rita", is_referee=True) as pen:
        strike(pen, 1)
    enter(game, CORRECTED)

    assert unconfirmed_rounds(load_sheet(game)) == (1,)
    confirm_as(game, 1)
    assert unconfirmed_rounds(load_sheet(game)) == ()
