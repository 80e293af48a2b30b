"""The moments of a game's lines: each entry is later than every entry before it, on the sheet or in a kept round."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from models.store.columns import Base, now
from models.store.database import db


def newest_moment(game_id: int) -> datetime | None:
    """The moment of the newest line, on the sheet or in a kept round; None if there is no line."""
    entered = db.session.connection().execute(_newest(), {"game": game_id}).one()
    return max((at for at in entered if at), default=None)


def next_moment(game_id: int) -> datetime:
    """The current moment in UTC, or a microsecond after a locked game's newest line if the clock was put back since then."""
    newest = newest_moment(game_id)
    return max(now(), newest + timedelta(microseconds=1)) if newest else now()


@lru_cache(maxsize=1)
def _newest() -> Select[Any]:
    """The query for the newest moment on the sheet and in the kept rounds.

    The tables are found by name, because the modules of both import this one.
    """
    lines, moves = (Base.metadata.tables[name] for name in ("lines", "moves"))
    # The newest line of a sheet is found by its number, without reading the others.
    newest = select(lines.c.at).where(lines.c.game_id == bindparam("game")).order_by(lines.c.number.desc()).limit(1)
    latest = select(func.max(moves.c.at)).where(moves.c.game_id == bindparam("game"))
    return select(newest.scalar_subquery(), latest.scalar_subquery())
