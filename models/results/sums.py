"""Sums: a club's results added up into tallies, month by month."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, String, Text, case, cast, delete, extract, func, insert, literal, select

from models.ledger.results import RESULTS, ROUND_RESULTS
from models.ledger.tallies import TALLIES, TallyKind
from models.store.database import db

_result, _round, _tally = RESULTS.c, ROUND_RESULTS.c, TALLIES.c
_MONTHS_ONE_BY_ONE = 6
_NONE = literal(0)
# A month as one number, so that a query can ask for many months.
_MONTH = _tally.year * 12 + _tally.month
# The figures of several tallies, added up.
ADDED_UP = [
    *(func.sum(_tally[name]) for name in ("games", "wins", "losses", "rounds", "pips", "total", "outs")),
    *(func.min(_tally.best), func.max(_tally.worst)),
]


def _by(side: TallyKind, key: Any, figures: list[Any]) -> Select[*tuple[Any, ...]]:
    """Sums of the results by player, month and the tally's key, or only by player and month if `key` is None."""
    year, month = extract("year", _result.played_on), extract("month", _result.played_on)
    named = literal("", Text) if key is None else cast(key, Text)
    chosen: list[Any] = [_result.player_id, literal(side.value, String), year, month, named, _result.club_id]
    grouped = [_result.player_id, _result.club_id, year, month] + ([] if key is None else [key])
    return select(*chosen, *figures).group_by(*grouped)


def _of_games() -> list[Select[*tuple[Any, ...]]]:
    """Sums over whole games: over all of them, by rules, and by number of players."""
    figures = [
        *(
            func.count(_result.place),
            func.count().filter(_result.place == 1),
            _NONE,
            func.sum(_result.rounds),
            func.sum(_result.pips),
        ),
        *(func.sum(case((_result.place.is_not(None), _result.total), else_=0)), func.sum(_result.outs)),
        *(func.min(_result.best), func.max(_result.worst)),
    ]
    keys = ((TallyKind.ALL, None), (TallyKind.RULES, _result.rules), (TallyKind.PLAYERS, _result.players))
    return [_by(side, key, figures) for side, key in keys]


def _of_rounds() -> Select[*tuple[Any, ...]]:
    """Sums over single rounds, by the double that started them."""
    figures = [
        *(func.count(_result.game_id.distinct()), _NONE, _NONE, func.count(), func.sum(_round.score), _NONE),
        *(func.count().filter(_round.is_out), func.min(_round.score), func.max(_round.score)),
    ]
    same_round = (_round.game_id == _result.game_id) & (_round.player_id == _result.player_id)
    return _by(TallyKind.ENGINE, _round.engine, figures).join_from(RESULTS, ROUND_RESULTS, same_round)


def _of_rivals() -> Select[*tuple[Any, ...]]:
    """Counts of the games in which a player finished ahead of or behind each other player at the same table."""
    rival = RESULTS.alias()
    ahead, behind = _result.place < rival.c.place, _result.place > rival.c.place
    figures = [func.count(), func.count().filter(ahead), func.count().filter(behind), *[_NONE] * 6]
    same_game = (rival.c.game_id == _result.game_id) & (rival.c.player_id != _result.player_id)
    met = _by(TallyKind.RIVAL, rival.c.player_id, figures).join_from(RESULTS, rival, same_game)
    return met.where(_result.place.is_not(None), rival.c.place.is_not(None))


# Sums of results by month, once for each kind of tally.
_BY_MONTH = (*_of_games(), _of_rounds(), _of_rivals())


def _added_up(among: ColumnElement[bool], year: ColumnElement[int]) -> Select[*tuple[Any, ...]]:
    """Tallies of shorter periods added up by year, or over all years if `year` is `_NONE`."""
    grouped = [_tally.player_id, _tally.side, _tally.key, _tally.club_id, *([] if year is _NONE else [year])]
    chosen: list[Any] = [_tally.player_id, _tally.side, year, _NONE, _tally.key, _tally.club_id, *ADDED_UP]
    return select(*chosen).where(among).group_by(*grouped)


def days_of_month(year: int, month: int) -> tuple[date, date]:
    """The first and the last day of a month."""
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def tally_months(club_id: int, days: Iterable[date]) -> None:
    """Recompute a locked club's tallies for the months of these days, for their years, and for all time."""
    months = sorted({(day.year, day.month) for day in days})
    if not months:
        return
    # A few months are recomputed one by one, many as a range, because a statement for each would be slower.
    spans = [(months[0], months[-1])] if len(months) > _MONTHS_ONE_BY_ONE else [(month, month) for month in months]
    of_club = _tally.club_id == club_id
    for first, last in spans:
        played = _result.played_on.between(days_of_month(*first)[0], days_of_month(*last)[1])
        old = (_tally.month > 0) & _MONTH.between(first[0] * 12 + first[1], last[0] * 12 + last[1])
        _replace(of_club & old, [sums.where(_result.club_id == club_id, played) for sums in _BY_MONTH])
    for first_year, last_year in sorted({(first[0], last[0]) for first, last in spans}):
        years = of_club & _tally.year.between(first_year, last_year)
        _replace(years & (_tally.month == 0), [_added_up(years & (_tally.month > 0), _tally.year)])
    _replace(of_club & (_tally.year == 0), [_added_up(of_club & (_tally.year > 0) & (_tally.month == 0), _NONE)])


def _replace(old: ColumnElement[bool], sums: Iterable[Select[*tuple[Any, ...]]]) -> None:
    """Replace the old tallies with these sums."""
    db.session.execute(delete(TALLIES).where(old))
    for summed in sums:
        db.session.execute(insert(TALLIES).from_select(list(TALLIES.c), summed))
