"""Importing a table of scores as a game."""

from datetime import date

from models.files.scores_reader import ScoreTable, TableRound
from models.ledger.clubs import Club, lock_club
from models.ledger.games import Game, GameTerms, begin_game, games_of_night
from models.ledger.nights import find_or_add_night
from models.ledger.players import find_or_add_player
from models.play.changes import arrive, leave, penalise, stop
from models.play.pen import Pen, SheetError
from models.play.scores import enter_scores
from models.sheets.fold import load_sheet, load_sheets
from models.sheets.sheet import Sheet
from models.store.database import db
from models.texts import say
from rules import DealError, RuleBook
from rules.names import fold_name


def preview_scores(club: Club, day: date, book: RuleBook, scores: ScoreTable, by: str) -> Sheet | None:
    """The sheet that `import_scores` would produce; nothing is written.

    None if something is wrong; `scores.wrong` says what.
    """
    trial = db.session.begin_nested()
    try:
        game = import_scores(club, day, book, scores, by)
        return load_sheet(game) if game else None
    finally:
        trial.rollback()
        db.session.expire_all()


def import_scores(club: Club, day: date, book: RuleBook, scores: ScoreTable, by: str) -> Game | None:
    """Import these scores as a new game on this day. Returns None if something is wrong; `scores.wrong` says what."""
    if scores.wrong:
        return None
    lock_club(club.id)
    night = find_or_add_night(club.id, day)
    if any(_is_same(sheet, scores) for sheet in load_sheets([game for game, _ in games_of_night(night.id)])):
        scores.wrong.append((1, say("csv.there-already")))
        return None
    first = scores.rounds[0].absent
    players = [find_or_add_player(club.id, name) for at, name in enumerate(scores.names) if at not in first]
    engines, planned = tuple(round.engine for round in scores.rounds), book.options.engines
    # A game that was stopped can be continued with the rounds that are left.
    is_stopped = len(engines) < len(planned) and engines == planned[: len(engines)]
    game = begin_game(night, players, GameTerms(book, planned if is_stopped else engines), by)
    try:
        # Nobody else can know about the new game yet, so it need not be locked.
        with Pen(game, by, day, is_referee=False) as pen:
            for number, round in enumerate(scores.rounds, 1):
                _come_and_go(pen, scores, number)
                _write_round(pen, number, round, scores)
            # Penalties come after the stop, so that they belong to the last round that was played.
            if is_stopped and pen.sheet.rounds_closed == len(engines):
                stop(pen)
            seats = _seats(pen, scores)
            for at, added in enumerate(scores.added):
                if added:
                    penalise(pen, seats[at], added, say("csv.from-file"))
    except (SheetError, DealError) as error:
        scores.wrong.append((round.line, str(error)))
        return None
    return game


def _seats(pen: Pen, scores: ScoreTable) -> dict[int, int]:
    """The seat of each seated player, by the player's position in the table."""
    seats = {fold_name(column.name): column.seat for column in pen.sheet.columns}
    folded = enumerate(map(fold_name, scores.names))
    return {at: seats[name] for at, name in folded if name in seats}


def _come_and_go(pen: Pen, scores: ScoreTable, number: int) -> None:
    """Enter the arrivals and departures of players before this round. Raises SheetError or DealError."""
    now, before = scores.rounds[number - 1].absent, scores.rounds[max(0, number - 2)].absent
    for at in sorted(before - now):
        name, seats = scores.names[at], _seats(pen, scores)
        beside = max((place for place in seats if place < at), default=max(seats))
        total = sum(column.total for column in pen.sheet.columns if column.seat == seats.get(at))
        arrive(pen, name, total + scores.starts[at], None if at in seats else seats[beside])
        scores.starts[at] = 0
    for at in sorted(now - before):
        leave(pen, _seats(pen, scores)[at])
    if number == len(scores.rounds):
        for name, start in zip(scores.names, scores.starts, strict=True):
            if start:
                raise SheetError(say("csv.no-start", name=name, start=start))


def _write_round(pen: Pen, number: int, round: TableRound, scores: ScoreTable) -> None:
    """Write the scores of a round, and add its doubts to `scores.asked`. Raises SheetError for an impossible score."""
    seats = _seats(pen, scores)
    entries = {seats[at]: entry for at, entry in enumerate(round.hands) if entry}
    objections = enter_scores(pen, number, entries)
    if objections is None:
        return
    for doubt in objections.doubts:
        if doubt.is_impossible:
            text = f"{round.engine}-{round.engine}: {doubt.text}" if scores.lines else doubt.text
            scores.wrong.append((round.line, text))
        elif doubt.code == "nobody-out" and round.says_blocked:
            scores.noted.append((round.line, say("csv.is-blocked", engine=round.engine)))
        else:
            scores.asked.setdefault(doubt.text, []).append(round.engine)
    if scores.wrong:
        raise SheetError(scores.wrong.pop()[1])
    enter_scores(pen, number, entries, frozenset(doubt.key for doubt in objections.doubts))


def _is_same(sheet: Sheet, scores: ScoreTable) -> bool:
    """True if the sheet has the same players as the table, with the same scores in the same rounds."""
    columns = [column.seat for column in sheet.columns]
    rounds = [
        (round.engine, [round.cells[seat].score if seat in round.cells else None for seat in columns])
        for round in sheet.rounds
        if round.cells
    ]
    names = [fold_name(column.name) for column in sheet.columns]
    return names == [fold_name(name) for name in scores.names] and rounds == [
        (round.engine, [entry and entry.left.pips for entry in round.hands]) for round in scores.rounds
    ]
