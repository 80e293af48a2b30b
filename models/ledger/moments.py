"""The moments of a game's lines: each entry is later than every entry before it, on the sheet or in a tracked round."""

from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import Select, bindparam, func, select

from models.store.columns import Base, now
from models.store.database import db


@cache
def _newest() -> Select[datetime | None, datetime | None]:
    # The tables are found by name, because the modules of both tables import this module.
    lines, moves = (Base.metadata.tables[name].c for name in ("lines", "moves"))
    # The newest line of a sheet is found by its number, without reading the others.
    newest = select(lines.at).where(lines.game_id == bindparam("game")).order_by(lines.number.desc()).limit(1)
    latest = select(func.max(moves.at)).where(moves.game_id == bindparam("game"))
    return select(newest.scalar_subquery(), latest.scalar_subquery())


def newest_moment(game_id: int) -> datetime | None:
    """The moment of the newest line, on the sheet or in a tracked round; None if there is no line."""
    return max((at for at in db.session.execute(_newest(), {"game": game_id}).one() if at), default=None)


def next_moment(game_id: int) -> datetime:
    """The current time in UTC, or a microsecond after a locked game's newest line if the clock has been set back."""
    newest = newest_moment(game_id)
    return max(now(), newest + timedelta(microseconds=1)) if newest else now()
