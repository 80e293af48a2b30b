"""Undo and Redo of the newest act, on the sheet or at the table of a tracked round. Both only add lines."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select

from models.ledger.games import Game
from models.ledger.nights import Night, is_still_on
from models.play.moves import strike_moves
from models.play.pen import Pen, SheetError
from models.play.scores import strike
from models.sheets.acts import Act, StrikeMark, load_history
from models.sheets.sheet import Sheet
from models.store.database import db
from models.texts import say


def may_undo(game: Game, sheet: Sheet, today: date) -> bool:
    """True if Undo and Redo may change the game.

    They may not change a finished game of an earlier night, because it already counts.
    """
    return not sheet.is_over or is_tonight(game, sheet, today)


def is_tonight(game: Game, sheet: Sheet, today: date) -> bool:
    """True if the night on which a game was last played is still going on."""
    if sheet.sittings:
        night = db.session.scalar(select(Night).filter_by(ref=sheet.sittings[-1].ref))
    else:
        night = db.session.get(Night, game.night_id)
    return night is not None and is_still_on(night.date, night.started_at, today)


def undo(pen: Pen, seen: str, round: int = 0) -> Sequence[Act]:
    """Undo the newest act on the sheet, or at the table of a round. Raises SheetError or DealError.

    `seen` names the newest act that this phone had shown. If there are newer ones, they are returned and nothing
    is undone.
    """
    return _carry_out(pen, seen, round, StrikeMark.UNDO)


def redo(pen: Pen, seen: str, round: int = 0) -> Sequence[Act]:
    """Redo the act that was undone last. Parameters, result and errors are as for `undo`."""
    return _carry_out(pen, seen, round, StrikeMark.REDO)


def _carry_out(pen: Pen, seen: str, round: int, mark: StrikeMark) -> Sequence[Act]:
    if not may_undo(pen.game, pen.sheet, pen.today):
        raise SheetError(say("undo.earlier-night"))
    history = load_history(pen.game, pen.sheet, round)
    newer = history.since(seen)
    if newer:
        return newer
    acts = history.done if mark is StrikeMark.UNDO else [undone.taken_back_by for undone in history.undone]
    if not acts:
        raise SheetError(say("undo.nothing" if mark is StrikeMark.UNDO else "undo.nothing-again"))
    _strike(pen, acts[-1], mark)
    # A game that continues counts, whatever was chosen when it was stopped.
    pen.game.counts |= not pen.sheet.is_stopped
    return ()


def _strike(pen: Pen, act: Act, mark: StrikeMark) -> None:
    if act.round == 0:
        strike(pen, act.entry, mark)
        return
    round = pen.sheet.round(act.round)
    if round is None:
        raise SheetError(say("sheet.no-such-cell"))
    strike_moves(pen, round, act.entry, mark)
