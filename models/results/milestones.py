"""Milestones: the meaning of a result among all earlier ones, such as a third win of the year. Each is true for good.

They look back from the game: later games change nothing, and a year is called by its number.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, case, func, select, tuple_

from models.ledger.results import RESULTS
from models.store.database import db
from models.texts import MODELS, say

# The fewest earlier results that a lowest total has to beat, and the most milestones of a game.
FEWEST_BEATEN, MOST_MILESTONES = 3, 5

_result = RESULTS.c


class _Ended(NamedTuple):
    """A player's result in the game in question."""

    player_id: int
    place: int | None
    total: int
    rounds: int
    streak: int
    played_on: date
    rules: str
    club_id: int


def milestones_of(game_id: int, names: Mapping[int, str]) -> list[str]:
    """The milestones of a finished game as sentences, those of its winners first; `names` are by player.

    A game without stored results has none.
    """
    mine = select(*(_result[name] for name in _Ended._fields)).where(_result.game_id == game_id)
    ended = [_Ended._make(row) for row in db.session.execute(mine.order_by(_result.place, _result.player_id))]
    placed = [one for one in ended if one.place is not None and one.player_id in names]
    if not placed:
        return []
    said = [*_wins(game_id, placed, names), *_lowest(game_id, placed, names)]
    return said[:MOST_MILESTONES]


def _before(game_id: int, ended: _Ended) -> ColumnElement[bool]:
    """A condition: results of earlier games."""
    return tuple_(_result.played_on, _result.game_id) < (ended.played_on, game_id)


def _wins(game_id: int, placed: Sequence[_Ended], names: Mapping[int, str]) -> Iterator[str]:
    """The winners' number of wins, and how many they have won in a row."""
    winners = [one for one in placed if one.place == 1]
    new_year = date(placed[0].played_on.year, 1, 1)
    of_year = func.sum(case((_result.played_on >= new_year, 1), else_=0))
    earlier = select(_result.player_id, of_year, func.count()).where(
        _result.player_id.in_([one.player_id for one in winners]), _result.place == 1, _before(game_id, placed[0])
    )
    counts = {player: (year, ever) for player, year, ever in db.session.execute(earlier.group_by(_result.player_id))}
    for one in winners:
        this_year, ever = counts.get(one.player_id, (0, 0))
        facts: dict[str, Any] = {"name": names[one.player_id], "year": one.played_on.year}
        if ever:
            yield _say_count("milestone.wins", int(this_year) + 1, **facts)
        else:
            yield say("milestone.first-win", **facts)
        if one.streak > 1:
            yield say("milestone.streak", count=one.streak, **facts)


def _say_count(code: str, count: int, **facts: Any) -> str:
    """A sentence with `third`, or with a number for which there is no such word."""
    if MODELS.has(f"ordinal.{count}"):
        return say(code, ordinal=say(f"ordinal.{count}"), **facts)
    return say(f"{code}-many", count=count, **facts)


def _lowest(game_id: int, placed: Sequence[_Ended], names: Mapping[int, str]) -> Iterator[str]:
    """The lowest totals: of the club for some time, and of each player. Only games of the same rules and length compare."""
    whole = max(one.rounds for one in placed)
    stayed = [one for one in placed if one.rounds == whole]
    lowest = min(one.total for one in stayed)
    same = (
        (_result.rules == placed[0].rules)
        & (_result.rounds == whole)
        & _result.place.is_not(None)
        & _before(game_id, placed[0])
    )
    of_club = _lowest_of_club(placed[0], lowest, whole, same)
    if of_club:
        yield of_club
    own = select(_result.player_id, func.count(), func.min(_result.total)).where(
        same, _result.player_id.in_([one.player_id for one in stayed])
    )
    for player_id, count, least in db.session.execute(own.group_by(_result.player_id).order_by(_result.player_id)):
        one = next(one for one in stayed if one.player_id == player_id)
        is_said = one.total == lowest and of_club
        if count >= FEWEST_BEATEN and one.total < least and not is_said:
            yield say("milestone.own-lowest", name=names[player_id], rounds=whole)


def _lowest_of_club(ended: _Ended, lowest: int, whole: int, same: ColumnElement[bool]) -> str:
    """The lowest total of the club, or since when; empty if it beats too few games."""
    same &= _result.club_id == ended.club_id
    as_low = select(_result.played_on, _result.game_id).where(same, _result.total <= lowest)
    last = db.session.execute(as_low.order_by(_result.played_on.desc(), _result.game_id.desc()).limit(1)).first()
    beaten = select(func.count(_result.game_id.distinct())).where(same)
    if last is not None:
        beaten = beaten.where(tuple_(_result.played_on, _result.game_id) > tuple(last))
    if (db.session.scalar(beaten) or 0) < FEWEST_BEATEN:
        return ""
    if last is None:
        return say("milestone.lowest", rounds=whole)
    since: date = last[0]
    if (since.year, since.month) == (ended.played_on.year, ended.played_on.month):
        return ""
    month = say(f"month.{since.month}")
    is_this_year = since.year == ended.played_on.year
    return say("milestone.lowest-since", month=month if is_this_year else f"{month} {since.year}", rounds=whole)
