"""What a game that is over made of everybody: derived from its sheet, kept so that years of games can be counted.

Nothing here is entered by anybody. `flask results` makes all of it anew from the sheets.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
from models.games import Game
from models.sheet import Column, Sheet

# What nobody has shown yet is rated like this; the spread shrinks with every game (openskill's own beginning).
FIRST_MU, FIRST_SIGMA = 25.0, 25.0 / 3


class Result(Base):
    """One player's game.

    `place` is None for who left before the end: only their rounds count. `pips` are the scores of the rounds, `total` what
    the sheet says, `best` and `worst` the lowest and highest round. `mu`, `sigma` and `streak` are the rating and
    the games won in a row after this game.
    """

    __tablename__ = "results"
    __table_args__ = (
        Index(None, "player_id", "played_on", "game_id"),
        Index(None, "player_id", "streak", "played_on", "game_id"),
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
    """One player's round of a game that is over."""

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

Row = dict[str, Any]


def results_of(game: Game, sheet: Sheet, began: date) -> tuple[list[Row], list[Row]]:
    """The results of a game and of its rounds as rows, both empty while it goes on; `began` is the date of its first night.

    A game counts on the last night on which it went on.
    """
    if not sheet.is_over or game.binned_at is not None:
        return [], []
    played_on = sheet.sittings[-1].date if sheet.sittings else began
    players = sum(column.place is not None for column in sheet.columns)
    rounds = {column.player_id: _rounds(game, sheet, column) for column in sheet.columns}
    results = [
        _result(game, sheet, column, rounds[column.player_id]) | {"played_on": played_on, "players": players}
        for column in sheet.columns
        if rounds[column.player_id]
    ]
    return results, [row for rows in rounds.values() for row in rows]


def _rounds(game: Game, sheet: Sheet, column: Column) -> list[Row]:
    return [
        {
            "game_id": game.id,
            "player_id": column.player_id,
            "round": round.number,
            "engine": round.engine,
            "score": round.cells[column.seat].score,
            "is_out": round.cells[column.seat].is_out,
        }
        for round in sheet.rounds
        if round.is_closed and column.seat in round.cells
    ]


def _result(game: Game, sheet: Sheet, column: Column, rounds: Sequence[Row]) -> Row:
    scores = [row["score"] for row in rounds]
    return {
        "game_id": game.id,
        "player_id": column.player_id,
        "club_id": game.club_id,
        "rules": str(sheet.book),
        "place": column.place,
        "rounds": len(scores),
        "pips": sum(scores),
        "total": column.total,
        "outs": sum(row["is_out"] for row in rounds),
        "best": min(scores, default=0),
        "worst": max(scores, default=0),
    }
