"""The time that entries waited on a phone without a connection, by the phone's own clock.

Only entries that waited have a row.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import Base, GameId, Id, UtcMoment
from models.store.database import db

# The sheet counts as round 0, because rounds are numbered from 1.
SHEET = 0
_MOST_APART = timedelta(hours=1)


class WaitRow(Base):
    """The time that lines entered together had to wait.

    `round` 0 is the sheet, and other numbers are tracked rounds.
    """

    __tablename__ = "waits"
    __table_args__ = (UniqueConstraint("game_id", "round", "entry"),)

    id: Mapped[Id]
    game_id: Mapped[GameId]
    round: Mapped[int]
    entry: Mapped[int]
    entered_at: Mapped[datetime] = mapped_column(UtcMoment)
    sent_at: Mapped[datetime] = mapped_column(UtcMoment)


class Wait(NamedTuple):
    """The moments, by the phone's clock, when something was entered and when it was finally sent."""

    entered_at: datetime
    sent_at: datetime

    def entered_by(self, arrived_at: datetime) -> datetime | None:
        """The time of entry, to be shown beside the time of arrival.

        None if the phone's clock was more than an hour off the server's.
        """
        return self.entered_at if abs(self.sent_at - arrived_at) <= _MOST_APART else None


def write_wait(game_id: int, round: int, entry: int, wait: Wait) -> None:
    """Record how long the lines of an entry waited. `round` is `SHEET` for lines of the sheet."""
    db.session.add(WaitRow(game_id=game_id, round=round, entry=entry, **wait._asdict()))


def waits_by_round(game_id: int) -> Mapping[int, Mapping[int, Wait]]:
    """The waits of a game, by round and then by the number of the entry's first line. The sheet's round is `SHEET`."""
    waits: dict[int, dict[int, Wait]] = {}
    for row in db.session.scalars(select(WaitRow).filter_by(game_id=game_id).order_by(WaitRow.id)):
        waits.setdefault(row.round, {})[row.entry] = Wait(row.entered_at, row.sent_at)
    return waits


def waits_of(game_id: int, round: int = SHEET) -> Mapping[int, Wait]:
    """The waits on a game's sheet or in a tracked round, by the number of the entry's first line."""
    return waits_by_round(game_id).get(round, {})
