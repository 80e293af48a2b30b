"""Sums: a club's results added up into tallies, month by month."""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Insert,
    Integer,
    Select,
    String,
    Text,
    bindparam,
    case,
    cast,
    delete,
    extract,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.sql.dml import UpdateBase

from models.ledger.results import RESULTS, ROUND_RESULTS
from models.ledger.tallies import TALLIES, TallyKind
from models.store.columns import BigId
from models.store.database import db

_result, _round = RESULTS.c, ROUND_RESULTS.c
_MONTHS_ONE_BY_ONE = 6
_COLUMNS = [column.name for column in TALLIES.columns]
_NONE = literal(0)
_CLUB = bindparam("of_club", type_=BigId)
_FIRST, _LAST = bindparam("first", type_=Date), bindparam("last", type_=Date)
_SPAN = ("of_club", "first", "last", "first_month", "last_month", "first_year", "last_year")
# A month as one number, so that a query can ask for many of them.
_MONTH = TALLIES.c.year * 12 + TALLIES.c.month
_MONTHS_BETWEEN = _MONTH.between(bindparam("first_month", type_=Integer), bindparam("last_month", type_=Integer))
_YEARS_BETWEEN = TALLIES.c.year.between(bindparam("first_year", type_=Integer), bindparam("last_year", type_=Integer))
_OF_MONTHS = (TALLIES.c.club_id == _CLUB) & (TALLIES.c.month > 0) & _MONTHS_BETWEEN
_OF_YEARS = (TALLIES.c.club_id == _CLUB) & (TALLIES.c.month == 0) & (TALLIES.c.year > 0) & _YEARS_BETWEEN
_OF_ALL_TIME = (TALLIES.c.club_id == _CLUB) & (TALLIES.c.year == 0)


def _by(side: TallyKind, key: Any, figures: list[Any]) -> Select[*tuple[Any, ...]]:
    """The results of some days by player, month and the tally's key; without a split if `key` is None."""
    year, month = extract("year", _result.played_on), extract("month", _result.played_on)
    named = literal("", Text) if key is None else cast(key, Text)
    chosen: list[Any] = [_result.player_id, literal(side.value, String), year, month, named, _result.club_id]
    grouped = [_result.player_id, _result.club_id, year, month] + ([] if key is None else [key])
    within = (_result.club_id == _CLUB) & _result.played_on.between(_FIRST, _LAST)
    return select(*chosen, *figures).where(within).group_by(*grouped)


def _of_games() -> list[Select[*tuple[Any, ...]]]:
    """Sums of whole games: of all, by their rules, and by the number of players."""
    is_placed, won = _result.place.is_not(None), case((_result.place == 1, 1), else_=0)
    figures = [
        *(func.count(_result.place), func.sum(won), _NONE, func.sum(_result.rounds), func.sum(_result.pips)),
        *(func.sum(case((is_placed, _result.total), else_=0)), func.sum(_result.outs)),
        *(func.min(_result.best), func.max(_result.worst)),
    ]
    keys = ((TallyKind.ALL, None), (TallyKind.RULES, _result.rules), (TallyKind.PLAYERS, _result.players))
    return [_by(side, key, figures) for side, key in keys]


def _of_rounds() -> Select[*tuple[Any, ...]]:
    """Sums of single rounds, by the double that started them."""
    out = case((_round.is_out, 1), else_=0)
    figures = [
        *(func.count(_result.game_id.distinct()), _NONE, _NONE, func.count(), func.sum(_round.score), _NONE),
        *(func.sum(out), func.min(_round.score), func.max(_round.score)),
    ]
    same_round = (_round.game_id == _result.game_id) & (_round.player_id == _result.player_id)
    return _by(TallyKind.ENGINE, _round.engine, figures).join_from(RESULTS, ROUND_RESULTS, same_round)


def _of_rivals() -> Select[*tuple[Any, ...]]:
    """Counts of the games in which a player finished ahead of or behind each other player at the same table."""
    rival = RESULTS.alias()
    before, behind = (
        case((_result.place < rival.c.place, 1), else_=0),
        case((_result.place > rival.c.place, 1), else_=0),
    )
    figures = [func.count(), func.sum(before), func.sum(behind), *[_NONE] * 6]
    same_game = (rival.c.game_id == _result.game_id) & (rival.c.player_id != _result.player_id)
    met = _by(TallyKind.RIVAL, rival.c.player_id, figures).join_from(RESULTS, rival, same_game)
    return met.where(_result.place.is_not(None), rival.c.place.is_not(None))


def _of_months() -> list[Insert]:
    """Sums of the results of some days by month, once for each kind of tally."""
    return [insert(TALLIES).from_select(_COLUMNS, sums) for sums in (*_of_games(), _of_rounds(), _of_rivals())]


def _added_up(among: ColumnElement[bool], year: ColumnElement[int]) -> Insert:
    """Sums of smaller tallies by year; of all years if `year` is `_NONE`."""
    tally = TALLIES.c
    sums = [func.sum(tally[name]) for name in ("games", "wins", "losses", "rounds", "pips", "total", "outs")]
    chosen: list[Any] = [
        tally.player_id,
        tally.side,
        year,
        _NONE,
        tally.key,
        tally.club_id,
        *sums,
        func.min(tally.best),
        func.max(tally.worst),
    ]
    smaller = (
        select(*chosen)
        .where(tally.club_id == _CLUB, among)
        .group_by(tally.player_id, tally.side, tally.key, tally.club_id, *([] if year is _NONE else [year]))
    )
    return insert(TALLIES).from_select(_COLUMNS, smaller)


# Each span is deleted first and then added up.
_MONTHS = [delete(TALLIES).where(_OF_MONTHS), *_of_months()]
_YEARS = [delete(TALLIES).where(_OF_YEARS), _added_up((TALLIES.c.month > 0) & _YEARS_BETWEEN, TALLIES.c.year)]
_ALL_TIME = [
    delete(TALLIES).where(_OF_ALL_TIME),
    _added_up((TALLIES.c.year > 0) & (TALLIES.c.month == 0), _NONE),
]
_NAMED = {
    statement: [name for name in statement.compile().params if name in _SPAN]
    for statement in (*_MONTHS, *_YEARS, *_ALL_TIME)
}


def days_of_month(year: int, month: int) -> tuple[date, date]:
    """The first and the last day of a month."""
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def tally_months(club_id: int, days: Iterable[date]) -> None:
    """Add up a locked club's results again: in the months of these days, in their years, and for all time."""
    months = sorted({(day.year, day.month) for day in days})
    # A few months are done one by one. Many are done with all months between them, because one statement for each is slower.
    spans = [(months[0], months[-1])] if len(months) > _MONTHS_ONE_BY_ONE else [(month, month) for month in months]
    for span in spans:
        _write(_MONTHS, club_id, *span)
    for year in sorted({span[0][0] for span in spans}) if len(spans) > 1 else []:
        _write(_YEARS, club_id, (year, 1), (year, 12))
    if len(spans) == 1:
        _write(_YEARS, club_id, *spans[0])
    if months:
        _write(_ALL_TIME, club_id, months[0], months[-1])


def _write(sums: Sequence[UpdateBase], club_id: int, first: tuple[int, int], last: tuple[int, int]) -> None:
    facts = {"of_club": club_id, "first": days_of_month(*first)[0], "last": days_of_month(*last)[1]}
    facts |= {"first_month": first[0] * 12 + first[1], "last_month": last[0] * 12 + last[1]}
    facts |= {"first_year": first[0], "last_year": last[0]}
    for statement in sums:
        db.session.execute(statement, {name: facts[name] for name in _NAMED[statement]})
