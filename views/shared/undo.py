"""The words of Undo and Redo on a page, and their forms' fields."""

from datetime import date
from typing import NamedTuple

from models.ledger.games import Game
from models.play.undo import may_undo
from models.sheets.acts import ActHistory
from models.sheets.log import act_in_words
from models.sheets.sheet import Sheet


class UndoRedo(NamedTuple):
    """The acts that Undo and Redo would change, in words; empty if there is none. `newest` is the newest act on the page.

    `round` is the round of the table whose page it is, 0 for the sheet's.
    """

    newest: str
    undo: str
    redo: str
    round: int


def offer_undo(game: Game, sheet: Sheet, history: ActHistory, round: int = 0) -> UndoRedo | None:
    """The Undo and Redo of a page. None for a finished game of an earlier night."""
    return _in_words(sheet, history, round) if may_undo(game, sheet, date.today()) else None


def _in_words(sheet: Sheet, history: ActHistory, round: int) -> UndoRedo:
    undo = act_in_words(sheet, history.done[-1]) if history.done else ""
    redo = act_in_words(sheet, history.undone[-1].act) if history.undone else ""
    return UndoRedo(history.newest, undo, redo, round)
