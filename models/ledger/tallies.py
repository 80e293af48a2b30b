"""Tallies: the results of a club added up by month, by year and for all time, so that a page adds up a few rows at most."""

from enum import StrEnum

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import Base, words_of


class Side(StrEnum):
    """What is told apart in a tally: nothing, the rules, the number of players, the engine, or who else played."""

    ALL = "all"
    RULES = "rules"
    PLAYERS = "players"
    ENGINE = "engine"
    RIVAL = "rival"


class Tally(Base):
    """A player's figures in one month. `month` 0 is the whole year, and `year` 0 with it all time.

    `key` says which rules, how many players, which engine, or the id of the other player. `games` and `total` are of games
    played to the end. For another player `wins` and `losses` are the games in which one was placed before or behind them.
    """

    __tablename__ = "tallies"
    __table_args__ = (Index(None, "club_id", "side", "year", "month"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True)
    side: Mapped[Side] = mapped_column(
        words_of(Side, 10),
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
