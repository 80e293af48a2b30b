"""Results of finished games and of their rounds, one row per player.

They are derived from the sheets (`flask results`).
"""

from datetime import date

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.store.columns import Base

# The rating of a player who has not played yet; the spread shrinks with every game (openskill's own defaults).
FIRST_MU, FIRST_SIGMA = 25.0, 25.0 / 3


class Result(Base):
    """A player's result in a game.

    `place` is None for a player who left before the end; for such a player only the rounds count. `pips` is the sum
    of the round scores, `total` the total on the sheet. `best` and `worst` are the lowest and the highest round
    score. `mu` and `sigma` are the rating after this game, `streak` the number of games won in a row up to and
    including this one.
    """

    __tablename__ = "results"
    __table_args__ = (
        Index(None, "player_id", "played_on", "game_id"),
        Index(None, "player_id", "streak", "played_on", "game_id"),
        Index(None, "player_id", "total", "played_on", "game_id"),
        Index(None, "club_id", "played_on", "game_id"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"))
    played_on: Mapped[date]
    rules: Mapped[str] = mapped_column(Text)
    players: Mapped[int]
    place: Mapped[int | None]
    rounds: Mapped[int]
    pips: Mapped[int]
    total: Mapped[int]
    outs: Mapped[int]
    best: Mapped[int]
    worst: Mapped[int]
    mu: Mapped[float] = mapped_column(default=FIRST_MU)
    sigma: Mapped[float] = mapped_column(default=FIRST_SIGMA)
    streak: Mapped[int] = mapped_column(default=0)


class RoundResult(Base):
    """A player's result in a round of a finished game."""

    __tablename__ = "round_results"
    __table_args__ = (Index(None, "player_id", "score"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    engine: Mapped[int]
    score: Mapped[int]
    is_out: Mapped[bool]


RESULTS = Base.metadata.tables[Result.__tablename__]


ROUND_RESULTS = Base.metadata.tables[RoundResult.__tablename__]
