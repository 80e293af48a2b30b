"""Undo on a page: the act that it would undo, the act that was undone, and who undid it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from flask_babel import gettext

from models.ledger.games import Game
from models.ledger.moves import RoundLine
from models.play.undo import may_undo
from models.sheets.acts import load_history
from models.sheets.log import act_in_full, act_in_words
from models.sheets.sheet import Sheet
from models.store.columns import now
from views.shared.named import by_clock_here

# For this long, a page says what somebody undid before the newest entry.
TOLD_FOR = timedelta(minutes=10)


class UndoRedo(NamedTuple):
    """The acts that Undo and Redo would change, in words; empty if there is none.

    `newest` is the name of the newest act on the page, and `overtaken` is the act that somebody else undid on the
    sheet just before that one. `by` is the name of the person who tapped Undo; empty if nobody gave one. `round` is
    the round whose table the page shows, or 0 for the sheet's page.
    """

    newest: str
    undo: str
    redo: str
    overtaken: str
    by: str
    round: int


def offer_undo(game: Game, sheet: Sheet, round: int = 0, read: Sequence[RoundLine] = ()) -> UndoRedo | None:
    """The acts that Undo and Redo offer on the sheet or on a round's table. None for a finished game of an earlier night.

    `read` has the lines of the table that the page shows.
    """
    if not may_undo(game, sheet, by_clock_here(now()).date()):
        return None
    history = load_history(game, sheet, round, read)
    undone = next(reversed(history.undone or history.overtaken), None)
    by, nobody = undone.taken_back_by.by if undone else "", gettext("the scorekeeper")
    words = act_in_full(sheet, undone.act) if undone else ""
    is_new = undone is not None and now() - undone.taken_back_by.at < TOLD_FOR
    is_told = not round and is_new and (by == nobody or by != history.acts[-1].by)
    return UndoRedo(
        newest=history.newest,
        undo=act_in_words(sheet, history.done[-1]) if history.done else "",
        redo=words if history.undone else "",
        overtaken=words if is_told and not history.undone else "",
        by="" if by == nobody else by,
        round=round,
    )
