"""The moments of a game's lines: each entry is later than every entry before it, on the sheet or in a tracked round."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, column, func, select, table

from models.store.columns import UtcMoment, now
from models.store.database import db

# Named here, because the modules of both tables import this one.
_LINES, _MOVES = (
    table(name, column("game_id"), column("number"), column("at", UtcMoment())).c for name in ("lines", "moves")
)
# The newest line of a sheet is found by its number, without reading the others.
_line = select(_LINES.at).where(_LINES.game_id == bindparam("game")).order_by(_LINES.number.desc()).limit(1)
_move = select(func.max(_MOVES.at)).where(_MOVES.game_id == bindparam("game"))
_NEWEST = select(_line.scalar_subquery(), _move.scalar_subquery())


def newest_moment(game_id: int) -> datetime | None:
    """The moment of the newest line, on the sheet or in a tracked round; None if there is no line."""
    return max((at for at in db.session.execute(_NEWEST, {"game": game_id}).one() if at), default=None)


def next_moment(game_id: int) -> datetime:
    """The current time in UTC, or a microsecond after a locked game's newest line if the clock has been set back."""
    newest = newest_moment(game_id)
    return max(now(), newest + timedelta(microseconds=1)) if newest else now()
