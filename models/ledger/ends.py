"""The moment at which a game ended."""

from datetime import datetime

from sqlalchemy import Column, ScalarSelect, case, func, select

from models.ledger.games import Game
from models.ledger.lines import Kind, SheetRow
from models.store.columns import Base
from models.store.database import db

_lines, _games = (Base.metadata.tables[model.__tablename__] for model in (SheetRow, Game))


def end_of(game_id: Column[int]) -> ScalarSelect[datetime]:
    """The UTC moment when a finished game ended: that of its last score or of a stop. Corrections do not change it."""
    counts = (_lines.c.game_id == game_id) & _lines.c.kind.in_((Kind.SCORE, Kind.STOP))
    first = select(func.min(_lines.c.at).label("at")).where(counts).correlate(game_id.table)
    # For a corrected score, the moment of its first entry counts. Every stop counts.
    stop = case((_lines.c.kind == Kind.STOP, _lines.c.number))
    firsts = first.group_by(_lines.c.round, _lines.c.seat_id, stop).subquery()
    return select(func.max(firsts.c.at)).scalar_subquery()


def load_end(game: Game) -> datetime:
    """The moment in UTC at which a finished game ended."""
    end: datetime | None = db.session.scalar(select(end_of(_games.c.id)).where(_games.c.id == game.id))
    return end or game.started_at
