"""Tallies: the results of a club added up by month, by year and for all time, so that a page adds up a few rows at most."""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Enum,
    ForeignKey,
    Index,
    Insert,
    Integer,
    Select,
    String,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
from models.results import RESULTS, ROUND_RESULTS
from models.store import db


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
        Enum(Side, native_enum=False, length=10, values_callable=lambda sides: [side.value for side in sides]),
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
_result, _round = RESULTS.c, ROUND_RESULTS.c
_COLUMNS = [column.name for column in TALLIES.columns]
_NONE = literal(0)
_CLUB, _YEAR, _MONTH = (bindparam(name, type_=Integer) for name in ("of_club", "of_year", "of_month"))
_HERE = (TALLIES.c.club_id == _CLUB) & (TALLIES.c.year == _YEAR) & (TALLIES.c.month == _MONTH)
_FORGET = delete(TALLIES).where(_HERE)


def _of_month() -> list[Insert]:
    """What the results of one month add up to, once for each side."""
    within = (_result.club_id == _CLUB) & _result.played_on.between(
        bindparam("first", type_=Date), bindparam("last", type_=Date)
    )

    def by(side: Side, key: Any, figures: list[Any]) -> Select[*tuple[Any, ...]]:
        named = literal("", Text) if key is None else cast(key, Text)
        chosen: list[Any] = [_result.player_id, literal(side.value, String), _YEAR, _MONTH, named, _result.club_id]
        grouped = [_result.player_id, _result.club_id] + ([] if key is None else [key])
        return select(*chosen, *figures).where(within).group_by(*grouped)

    is_placed, won = _result.place.is_not(None), case((_result.place == 1, 1), else_=0)
    whole = [func.count(_result.place), func.sum(won), _NONE, func.sum(_result.rounds), func.sum(_result.pips)]
    whole += [
        func.sum(case((is_placed, _result.total), else_=0)),
        func.sum(_result.outs),
        func.min(_result.best),
        func.max(_result.worst),
    ]
    out = case((_round.is_out, 1), else_=0)
    rounds = [
        func.count(_result.game_id.distinct()),
        _NONE,
        _NONE,
        func.count(),
        func.sum(_round.score),
        _NONE,
        func.sum(out),
    ]
    rounds += [func.min(_round.score), func.max(_round.score)]
    other = RESULTS.alias()
    before, behind = (
        case((_result.place < other.c.place, 1), else_=0),
        case((_result.place > other.c.place, 1), else_=0),
    )
    met = [func.count(), func.sum(before), func.sum(behind), *[_NONE] * 6]
    same_game = (other.c.game_id == _result.game_id) & (other.c.player_id != _result.player_id)
    same_round = (_round.game_id == _result.game_id) & (_round.player_id == _result.player_id)
    added_up = [
        by(Side.ALL, None, whole),
        by(Side.RULES, _result.rules, whole),
        by(Side.PLAYERS, _result.players, whole),
        by(Side.ENGINE, _round.engine, rounds).join_from(RESULTS, ROUND_RESULTS, same_round),
        by(Side.RIVAL, other.c.player_id, met)
        .join_from(RESULTS, other, same_game)
        .where(is_placed, other.c.place.is_not(None)),
    ]
    return [insert(TALLIES).from_select(_COLUMNS, sums) for sums in added_up]


def _added_up(among: ColumnElement[bool]) -> Insert:
    """What smaller tallies add up to."""
    tally = TALLIES.c
    sums = [func.sum(tally[name]) for name in ("games", "wins", "losses", "rounds", "pips", "total", "outs")]
    chosen: list[Any] = [
        tally.player_id,
        tally.side,
        _YEAR,
        _MONTH,
        tally.key,
        tally.club_id,
        *sums,
        func.min(tally.best),
        func.max(tally.worst),
    ]
    smaller = (
        select(*chosen)
        .where(tally.club_id == _CLUB, among)
        .group_by(tally.player_id, tally.side, tally.key, tally.club_id)
    )
    return insert(TALLIES).from_select(_COLUMNS, smaller)


_MONTHS = _of_month()
_YEARS = [_added_up((TALLIES.c.year == _YEAR) & (TALLIES.c.month > 0))]
_ALL_TIME = [_added_up((TALLIES.c.year > 0) & (TALLIES.c.month == 0))]


def days_of_month(year: int, month: int) -> tuple[date, date]:
    """The first and the last day of a month."""
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def tally_months(club_id: int, days: Iterable[date]) -> None:
    """Add up a locked club's results anew in the months of these days, in their years, and for all time."""
    months = sorted({(day.year, day.month) for day in days})
    for year, month in months:
        first, last = days_of_month(year, month)
        _write(_MONTHS, club_id, year, month, first=first, last=last)
    for year in sorted({year for year, _ in months}):
        _write(_YEARS, club_id, year, 0)
    if months:
        _write(_ALL_TIME, club_id, 0, 0)


def _write(sums: Sequence[Insert], club_id: int, year: int, month: int, **days: date) -> None:
    here = {"of_club": club_id, "of_year": year, "of_month": month}
    db.session.execute(_FORGET, here)
    for added_up in sums:
        db.session.execute(added_up, here | days)
