"""Undo and Redo: what was done last in a game is taken back, by whomever it was, and brought again. Both only add lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import bindparam, select

from models.ledger.games import Game
from models.ledger.nights import Night, is_still_on
from models.play.moves import strike_moves
from models.play.scores import SheetError, strike
from models.sheets.acts import Act, History, Mark, acts_of, fold_history
from models.sheets.fold import lock_sheet
from models.sheets.sheet import Sheet
from models.store.database import db
from rules.wording import say

_LATER_NIGHT = select(Night).where(Night.ref == bindparam("ref"))


@dataclass(frozen=True, slots=True)
class Pen:
    """The name of the person who takes something back, the day, and whether that person is the tournament's referee."""

    by: str
    today: date
    is_referee: bool = False


def may_undo(game: Game, sheet: Sheet, today: date) -> bool:
    """A finished game of an earlier night is left alone: one tap would change what has long been counted."""
    if not sheet.is_over:
        return True
    if sheet.sittings:
        night = db.session.scalar(_LATER_NIGHT, {"ref": sheet.sittings[-1].ref})
    else:
        night = db.session.get(Night, game.night_id)
    return night is not None and is_still_on(night.date, night.started_at, today)


def undo(game: Game, seen: str, pen: Pen) -> Sequence[Act]:
    """Take back what was done last. `seen` is the newest act that this phone had shown: what was done since is given back, and
    then nothing happens. Raises SheetError, DealError.
    """
    return _carry_out(game, seen, pen, Mark.UNDO)


def redo(game: Game, seen: str, pen: Pen) -> Sequence[Act]:
    """Bring again what was taken back last; `seen` and what it gives and raises are as for `undo`."""
    return _carry_out(game, seen, pen, Mark.REDO)


def _carry_out(game: Game, seen: str, pen: Pen, mark: Mark) -> Sequence[Act]:
    sheet, history = _lock(game, pen)
    newer = history.since(seen)
    if newer:
        return newer
    acts = history.done if mark is Mark.UNDO else [one.taken_back_by for one in history.undone]
    if not acts:
        raise SheetError(say("undo.nothing" if mark is Mark.UNDO else "undo.nothing-again"))
    _strike(game, sheet, acts[-1], mark, pen)
    return ()


def _lock(game: Game, pen: Pen) -> tuple[Sheet, History]:
    """The sheet, and what was done up to now, with nobody else able to do anything. Raises SheetError."""
    sheet = lock_sheet(game)
    if not may_undo(game, sheet, pen.today):
        raise SheetError(say("undo.earlier-night"))
    return sheet, fold_history(acts_of(game.id), in_hall=game.tournament_id is not None)


def _strike(game: Game, sheet: Sheet, act: Act, mark: Mark, pen: Pen) -> None:
    if act.round == 0:
        strike(game, act.entry, pen.by, is_referee=pen.is_referee, mark=mark)
        return
    round = sheet.round(act.round)
    if round is None:
        raise SheetError(say("sheet.no-such-cell"))
    strike_moves(game, sheet, round, pen.by, act.entry, mark)
