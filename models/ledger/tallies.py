"""Tallies: a club's results added up by month, by year and for all time, so that a page adds up only a few rows."""

from enum import StrEnum

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import Base, enum_column


class TallyKind(StrEnum):
    """The ways to split tallies: not at all, or by rules, number of players, engine, or another player at the table."""

    ALL = "all"
    RULES = "rules"
    PLAYERS = "players"
    ENGINE = "engine"
    RIVAL = "rival"


class Tally(Base):
    """A player's sums for one month.

    If `month` is 0, the sums are for the whole year; if `year` is 0 as well, for all time. `key` is the rules, the
    number of players, the engine, or the id of the other player. `games` and `total` count only games that the
    player played to the end, but in tallies by engine `games` counts every game. In tallies against another player,
    `wins` and `losses` are the numbers of games in which this player finished ahead of or behind the other.
    """

    __tablename__ = "tallies"
    # SQLite stores the rows in the order of their key: a player's years are adjacent, and no separate index is needed.
    __table_args__ = (Index(None, "club_id", "side", "year", "month"), {"sqlite_with_rowid": False})

    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True)
    side: Mapped[TallyKind] = mapped_column(
        enum_column(TallyKind, 10),
        primary_key=True,
    )
    year: Mapped[int] = mapped_column(primary_key=True)
    month: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"))
    games: Mapped[int]
    wins: Mapped[int]
    losses: Mapped[int]
    rounds: Mapped[int]
    pips: Mapped[int]
    total: Mapped[int]
    outs: Mapped[int]
    best: Mapped[int]
    worst: Mapped[int]


TALLIES = Base.metadata.tables[Tally.__tablename__]
