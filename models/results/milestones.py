"""Milestones: the meaning of a result among all earlier ones, such as a third win of the year. Each is true for good.

They look back from the game: later games change nothing, and a year is called by its number.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, extract, func, select, true, tuple_

from models.ledger.results import RESULTS
from models.store.database import db
from models.texts import MODELS, say

# The fewest rounds of a game whose lowest total is worth a word, and the fewest earlier results that it has to beat.
FEWEST_ROUNDS, FEWEST_BEATEN = 3, 3
MOST_MILESTONES = 5


class _Ended(NamedTuple):
    """A player's result in the game in question, and figures of the player's earlier games.

    `wins` are the earlier ones, `of_year` those of the same year. `alike` is the number of earlier games with the same rules
    and rounds, `least` the player's lowest total in them.
    """

    player_id: int
    place: int
    total: int
    rounds: int
    streak: int
    played_on: date
    rules: str
    club_id: int
    wins: int
    of_year: int
    alike: int
    least: int | None


_EARLIER_RESULTS = RESULTS.alias()
_now, _then = RESULTS.c, _EARLIER_RESULTS.c
_EARLIER = (_then.player_id == _now.player_id) & (
    tuple_(_then.played_on, _then.game_id) < tuple_(_now.played_on, _now.game_id)
)
_WON = _EARLIER & (_then.place == 1)
_OF_YEAR = _WON & (extract("year", _then.played_on) == extract("year", _now.played_on))
_ALIKE = _EARLIER & (_then.rules == _now.rules) & (_then.rounds == _now.rounds) & _then.place.is_not(None)


def _figure(figure: ColumnElement[Any], which: ColumnElement[bool]) -> ColumnElement[Any]:
    """A figure of the earlier results of a row's player."""
    return select(figure).select_from(_EARLIER_RESULTS).where(which).correlate(RESULTS).scalar_subquery()


_ENDED = (
    select(
        *(_now[name] for name in _Ended._fields[:8]),
        *(_figure(func.count(), which) for which in (_WON, _OF_YEAR, _ALIKE)),
        _figure(func.min(_then.total), _ALIKE),
    )
    .where(_now.game_id == bindparam("game"), _now.place.is_not(None))
    .order_by(_now.place, _now.player_id)
)


def milestones_of(game_id: int, names: Mapping[int, str]) -> list[str]:
    """The milestones of a finished game as sentences, those of its winners first; `names` are by player.

    A game without stored results has none.
    """
    ended = [_Ended._make(row) for row in db.session.execute(_ENDED, {"game": game_id})]
    named = [one for one in ended if one.player_id in names]
    return [*_wins(named, names), *_lowest(game_id, named, names)][:MOST_MILESTONES] if named else []


def _wins(ended: Sequence[_Ended], names: Mapping[int, str]) -> Iterator[str]:
    """The winners' number of wins, and how many games they have won in a row."""
    for one in ended:
        if one.place != 1:
            continue
        facts: dict[str, Any] = {"name": names[one.player_id], "year": one.played_on.year}
        if one.wins:
            yield _say_count("milestone.wins", one.of_year + 1, **facts)
        else:
            yield say("milestone.first-win", **facts)
        if one.streak > 1:
            yield say("milestone.streak", count=one.streak, **facts)


def _say_count(code: str, count: int, **facts: Any) -> str:
    """A sentence with `third`, or with a number that has no such word."""
    if MODELS.has(f"ordinal.{count}"):
        return say(code, ordinal=say(f"ordinal.{count}"), **facts)
    return say(f"{code}-many", count=count, **facts)


def _lowest(game_id: int, ended: Sequence[_Ended], names: Mapping[int, str]) -> Iterator[str]:
    """The lowest totals: the club's for some time, and each player's. Only games of the same rules and length compare."""
    rounds = max(one.rounds for one in ended)
    if rounds < FEWEST_ROUNDS:
        return
    stayed = [one for one in ended if one.rounds == rounds]
    lowest = min(stayed, key=lambda one: one.total)
    of_club = _lowest_of_club(game_id, lowest)
    if of_club:
        yield of_club
    for one in stayed:
        is_said = one.total == lowest.total and of_club
        if one.alike >= FEWEST_BEATEN and one.least is not None and one.total < one.least and not is_said:
            yield say("milestone.own-lowest", name=names[one.player_id], rounds=rounds)


def _lowest_of_club(game_id: int, lowest: _Ended) -> str:
    """Since when no total of the club was as low; empty if it beats too few games, or none of an earlier month."""
    at = tuple_(_now.played_on, _now.game_id)
    alike = (_now.club_id == lowest.club_id) & (_now.rules == lowest.rules) & (_now.rounds == lowest.rounds)
    alike &= _now.place.is_not(None) & (at < (lowest.played_on, game_id))
    as_low = select(_now.played_on, _now.game_id).where(alike, _now.total <= lowest.total)
    last = db.session.execute(as_low.order_by(_now.played_on.desc(), _now.game_id.desc()).limit(1)).first()
    beaten = select(func.count(_now.game_id.distinct())).where(alike, at > tuple(last) if last else true())
    if (db.session.scalar(beaten) or 0) < FEWEST_BEATEN:
        return ""
    return _say_since(last[0] if last else None, lowest)


def _say_since(since: date | None, lowest: _Ended) -> str:
    if since is None:
        return say("milestone.lowest", rounds=lowest.rounds)
    if (since.year, since.month) == (lowest.played_on.year, lowest.played_on.month):
        return ""
    month = say(f"month.{since.month}")
    is_same_year = since.year == lowest.played_on.year
    return say("milestone.lowest-since", month=month if is_same_year else f"{month} {since.year}", rounds=lowest.rounds)
