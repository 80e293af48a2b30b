"""Importing a table of scores as a game."""

from datetime import date

from models.files.scores_reader import ScoreTable
from models.ledger.clubs import Club, lock_club
from models.ledger.games import Game, GameTerms, begin_game, games_of_night
from models.ledger.nights import find_or_add_night
from models.ledger.players import find_or_add_player
from models.play.changes import penalise
from models.play.pen import Pen
from models.play.scores import ScoreEntry, enter_scores
from models.sheets.fold import load_sheet, load_sheets
from models.sheets.sheet import Sheet
from models.store.database import db
from models.texts import say
from rules import RuleBook
from rules.names import fold_name
from rules.scores.left_in_hand import HandLeft


def preview_scores(club: Club, day: date, book: RuleBook, scores: ScoreTable, by: str) -> Sheet | None:
    """The sheet that `import_scores` would make, with nothing written. None if something is wrong; `scores.wrong` then has it."""
    trial = db.session.begin_nested()
    try:
        game = import_scores(club, day, book, scores, by)
        return load_sheet(game) if game else None
    finally:
        trial.rollback()
        db.session.expire_all()


def import_scores(club: Club, day: date, book: RuleBook, scores: ScoreTable, by: str) -> Game | None:
    """A new game of that day with these scores. None if a line is impossible; `scores.wrong` then has it."""
    if scores.wrong:
        return None
    lock_club(club.id)
    night = find_or_add_night(club.id, day)
    if any(_is_same(sheet, scores) for sheet in load_sheets([game for game, _ in games_of_night(night.id)])):
        scores.wrong.append((1, say("csv.there-already", day=day)))
        return None
    players = [find_or_add_player(club.id, name) for name in scores.names]
    terms = GameTerms(book, tuple(engine for _, engine, _, _ in scores.rounds))
    game = begin_game(night, players, terms, by)
    try:
        # Nobody else can know the new game yet, so it need not be locked.
        with Pen(game, by, day, is_referee=False) as pen:
            _write_scores(pen, scores)
    except _ImpossibleError as error:
        scores.wrong += error.args[0]
        return None
    return game


class _ImpossibleError(Exception):
    """Raised for impossible lines, each with its number and the reason."""


def _write_scores(pen: Pen, scores: ScoreTable) -> None:
    """Write every round, and the pips that were added."""
    seats = [column.seat for column in pen.sheet.columns]
    for number, (line, _, pips, out) in enumerate(scores.rounds, 1):
        entries = {
            seat: ScoreEntry(HandLeft(left, at == out), str(left))
            for at, (seat, left) in enumerate(zip(seats, pips, strict=True))
        }
        objections = enter_scores(pen, number, entries)
        impossible = [doubt.text for doubt in objections.doubts if doubt.is_impossible] if objections else []
        if impossible:
            raise _ImpossibleError([(line, text) for text in impossible])
        if objections:
            enter_scores(pen, number, entries, frozenset(doubt.key for doubt in objections.doubts))
    for seat, added in zip(seats, scores.added, strict=True):
        if added:
            penalise(pen, seat, added, say("csv.from-file"))


def _is_same(sheet: Sheet, scores: ScoreTable) -> bool:
    """True if the same players have the same scores in the same rounds."""
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
