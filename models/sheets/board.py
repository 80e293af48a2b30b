"""The leaderboard of a game: all players in order of place, with the changes made by the last round."""

from datetime import datetime, timedelta
from typing import NamedTuple

from models.sheets.progress import progress_of
from models.sheets.sheet import Cell, Column, Round, Sheet
from models.store.columns import now
from rules.wording import list_of

_FRESH = timedelta(seconds=30)


class BoardRow(NamedTuple):
    """A player on the leaderboard.

    `cell` is the player's score in the last closed round; None for a player who did not play it. `moved` is how many
    places the player went up in that round, negative if the player went down.
    """

    column: Column
    cell: Cell | None
    moved: int | None


def leader_board(sheet: Sheet) -> list[BoardRow]:
    """All players, best first; before a round is closed, in the order of their seats."""
    last, before = last_closed(sheet), progress_of(sheet)[-2:-1]
    rows = []
    for column in sheet.ranked:
        cell = last.cells.get(column.seat) if last else None
        place = before[0].places.get(column.seat) if before else None
        rows.append(BoardRow(column, cell, place - column.place if place and column.place else None))
    return rows


def last_closed(sheet: Sheet) -> Round | None:
    """The newest closed round; None if no round is closed yet."""
    return next((round for round in reversed(sheet.rounds) if round.is_closed), None)


def went_out_in(sheet: Sheet, round: Round) -> str:
    """The names of the players who went out in a round, as a phrase; empty if nobody did."""
    return list_of([sheet.names[seat] for seat in round.seats if round.cells[seat].is_out])


def closed_just_now(sheet: Sheet, at: datetime | None = None) -> Round | None:
    """The newest closed round, if it was closed within the last half minute.

    A later correction does not count as closing it.
    """
    round = last_closed(sheet)
    if round is None:
        return None
    closing = max(cell.first for cell in round.cells.values())
    since = (at or now()) - sheet.lines[closing - 1].at
    return round if timedelta() <= since <= _FRESH else None
