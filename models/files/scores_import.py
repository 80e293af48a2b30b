"""A table of scores brought in as a game."""

from datetime import date

from models.files.scores_reader import Scores
from models.ledger.clubs import Club, call_player, lock_club
from models.ledger.games import Game, Terms, begin_game, games_of_night
from models.ledger.nights import night_of
from models.play.changes import penalise
from models.play.pen import Pen
from models.play.scores import Entry, enter_scores
from models.sheets.fold import load_sheet, load_sheets
from models.sheets.sheet import Sheet
from models.store.database import db
from models.texts import say
from rules import RuleBook
from rules.names import fold_name
from rules.scores.left_in_hand import Left


def try_to_bring_scores(club: Club, day: date, book: RuleBook, scores: Scores, by: str) -> Sheet | None:
    """The sheet that `bring_scores` would make, with nothing left of it; None where something is wrong, which is added."""
    trial = db.session.begin_nested()
    try:
        game = bring_scores(club, day, book, scores, by)
        return load_sheet(game) if game else None
    finally:
        trial.rollback()
        db.session.expire_all()


def bring_scores(club: Club, day: date, book: RuleBook, scores: Scores, by: str) -> Game | None:
    """A game of that day with these scores; None where a line cannot be, which is added to what is wrong."""
    if scores.wrong:
        return None
    lock_club(club.id)
    night = night_of(club.id, day)
    if any(_is_same(sheet, scores) for sheet in load_sheets([game for game, _ in games_of_night(night.id)])):
        scores.wrong.append((1, say("csv.there-already", day=day)))
        return None
    players = [call_player(club.id, name) for name in scores.names]
    terms = Terms(book, tuple(engine for _, engine, _, _ in scores.rounds))
    game = begin_game(night, players, terms, by)
    try:
        # Nobody else can know the new game yet, so that it need not be locked.
        with Pen(game, by, day, is_referee=False) as pen:
            _write_scores(pen, scores)
    except _ImpossibleError as error:
        scores.wrong += error.args[0]
        return None
    return game


class _ImpossibleError(Exception):
    """Lines that cannot be, each with its number and why."""


def _write_scores(pen: Pen, scores: Scores) -> None:
    """Write every round and what was added."""
    seats = [column.seat for column in pen.sheet.columns]
    for number, (line, _, pips, out) in enumerate(scores.rounds, 1):
        entries = {
            seat: Entry(Left(left, at == out), str(left))
            for at, (seat, left) in enumerate(zip(seats, pips, strict=True))
        }
        asked = enter_scores(pen, number, entries)
        impossible = [doubt.text for doubt in asked.doubts if doubt.is_impossible] if asked else []
        if impossible:
            raise _ImpossibleError([(line, text) for text in impossible])
        if asked:
            enter_scores(pen, number, entries, frozenset(doubt.key for doubt in asked.doubts))
    for seat, added in zip(seats, scores.added, strict=True):
        if added:
            penalise(pen, seat, added, say("csv.from-file"))


def _is_same(sheet: Sheet, scores: Scores) -> bool:
    """The same people with the same scores in the same rounds."""
    columns = [column.seat for column in sheet.columns]
    rounds = [
        (round.engine, [round.cells[seat].score for seat in columns])
        for round in sheet.rounds
        if set(columns) == set(round.cells)
    ]
    names = [fold_name(column.name) for column in sheet.columns]
    return names == [fold_name(name) for name in scores.names] and rounds == [
        (engine, pips) for _, engine, pips, _ in scores.rounds
    ]
