"""Milestones: how a result stands out among all earlier ones, such as a third win of the year.

They describe how things stood when the game ended: games that end later change nothing, and a year is given as a
number, never as "this year". A correction, or an older night imported from a file, may change them.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import takewhile
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, extract, func, select, true

from models.ledger.ends import end_of
from models.ledger.games import Game
from models.ledger.results import RESULTS
from models.store.database import db
from models.texts import MODELS, say

# The fewest rounds of a game whose lowest total is worth mentioning, and the fewest earlier results that it has to beat.
FEWEST_ROUNDS, FEWEST_BEATEN = 3, 3
MOST_MILESTONES = 5


class _Ended(NamedTuple):
    """A player's result in the game in question, and figures from the player's earlier games.

    `wins` is the number of earlier wins, and `of_year` the number of those in the same year. `alike` is the
    number of earlier games with the same rules and number of rounds, and `least` the player's lowest total in
    them.
    """

    player_id: int
    place: int
    total: int
    rounds: int
    played_on: date
    rules: str
    club_id: int
    wins: int
    of_year: int
    alike: int
    least: int | None


_EARLIER_RESULTS = RESULTS.alias()
_now, _then = RESULTS.c, _EARLIER_RESULTS.c
# Games of the same day are in the order in which they ended.
_SAME_DAY = (
    select(_then.game_id, end_of(_then.game_id).label("end"))
    .join(RESULTS, (_then.club_id == _now.club_id) & (_then.played_on == _now.played_on))
    .where(_now.game_id == bindparam("game"))
    .group_by(_then.game_id)
    .cte("same_day")
)
_END = select(_SAME_DAY.c.end).where(_SAME_DAY.c.game_id == bindparam("game")).scalar_subquery()
_BEFORE = select(_SAME_DAY.c.game_id).where(
    (_SAME_DAY.c.end < _END) | ((_SAME_DAY.c.end == _END) & (_SAME_DAY.c.game_id < bindparam("game")))
)
_WAS_EARLIER = (_then.played_on < _now.played_on) | _then.game_id.in_(_BEFORE)
_EARLIER = (_then.player_id == _now.player_id) & _WAS_EARLIER
_WON = _EARLIER & (_then.place == 1)
_OF_YEAR = _WON & (extract("year", _then.played_on) == extract("year", _now.played_on))
_ALIKE = _EARLIER & (_then.rules == _now.rules) & (_then.rounds == _now.rounds) & _then.place.is_not(None)


def _figure(figure: ColumnElement[Any], which: ColumnElement[bool]) -> ColumnElement[Any]:
    """One figure from the earlier results of the player in this row."""
    return select(figure).select_from(_EARLIER_RESULTS).where(which).correlate(RESULTS).scalar_subquery()


_ENDED = (
    select(
        *(_now[name] for name in _Ended._fields[:7]),
        *(_figure(func.count(), which) for which in (_WON, _OF_YEAR, _ALIKE)),
        _figure(func.min(_then.total), _ALIKE),
    )
    .where(_now.game_id == bindparam("game"), _now.place.is_not(None))
    .order_by(_now.place, _now.player_id)
)


def _of_player(what: ColumnElement[Any], which: ColumnElement[bool]) -> Select[Any]:
    """Something from the earlier results of one of the game's players."""
    joined = select(what).select_from(_EARLIER_RESULTS).join(RESULTS, which)
    return joined.where(_now.game_id == bindparam("game"), _now.player_id == bindparam("player"))


_LOST_ON = _of_player(func.max(_then.played_on), _EARLIER & _then.place.is_distinct_from(1))
_WINS_AFTER = _of_player(func.count(), _WON & (_then.played_on > bindparam("day")))
_PLACES_ON = _of_player(_then.place, _EARLIER & (_then.played_on == bindparam("day"))).order_by(
    end_of(_then.game_id).desc(), _then.game_id.desc()
)


def milestones_of(game_id: int, names: Mapping[int, str]) -> list[str]:
    """The milestones of a finished game as sentences, its winners' first; `names` has the players' names by id.

    A game without stored results has none.
    """
    ended = [_Ended._make(row) for row in db.session.execute(_ENDED, {"game": game_id})]
    named = [result for result in ended if result.player_id in names]
    return [*_wins(game_id, named, names), *_lowest(game_id, named, names)][:MOST_MILESTONES] if named else []


def _wins(game_id: int, ended: Sequence[_Ended], names: Mapping[int, str]) -> Iterator[str]:
    """Sentences on how many games each winner has won, and how many in a row.

    A tournament table at which several players tie for first has no winner: the referee decides.
    """
    winners = [result for result in ended if result.place == 1]
    if len(winners) > 1 and db.session.get_one(Game, game_id).tournament_id:
        return
    for winner in winners:
        facts: dict[str, Any] = {"name": names[winner.player_id], "year": winner.played_on.year}
        if winner.wins:
            yield _say_count("milestone.wins", winner.of_year + 1, **facts)
            if in_a_row := _wins_in_a_row(game_id, winner.player_id):
                yield say("milestone.streak", count=in_a_row + 1, **facts)
        else:
            yield say("milestone.first-win", **facts)


def _wins_in_a_row(game_id: int, player_id: int) -> int:
    """The number of games that a player won in a row just before this one. A game that the player left early is not a win."""
    asked: dict[str, Any] = {"game": game_id, "player": player_id}
    # Only on the day of the last loss does it matter which game ended first.
    asked["day"] = db.session.scalar(_LOST_ON, asked) or date.min
    that_day = takewhile(lambda place: place == 1, db.session.scalars(_PLACES_ON, asked))
    return (db.session.scalar(_WINS_AFTER, asked) or 0) + len(list(that_day))


def _say_count(code: str, count: int, **facts: Any) -> str:
    """A sentence with a word such as `third`, or with the number if there is no word for it."""
    if MODELS.has(f"ordinal.{count}"):
        return say(code, ordinal=say(f"ordinal.{count}"), **facts)
    return say(f"{code}-many", count=count, **facts)


def _lowest(game_id: int, ended: Sequence[_Ended], names: Mapping[int, str]) -> Iterator[str]:
    """Sentences about the lowest totals: the club's lowest in some time, and each player's own.

    Only games with the same rules and the same number of rounds are compared.
    """
    rounds = max(result.rounds for result in ended)
    if rounds < FEWEST_ROUNDS:
        return
    stayed = [result for result in ended if result.rounds == rounds]
    lowest = min(stayed, key=lambda result: result.total)
    of_club = _lowest_of_club(game_id, lowest)
    if of_club:
        yield of_club
    for result in stayed:
        is_said = result.total == lowest.total and of_club
        if result.alike >= FEWEST_BEATEN and result.least is not None and result.total < result.least and not is_said:
            yield say("milestone.own-lowest", name=names[result.player_id], rounds=rounds)


def _lowest_of_club(game_id: int, lowest: _Ended) -> str:
    """A sentence that says how long it has been since the club had a total as low as this one.

    Empty if the total beats too few games, or if the last one as low was in the same month.
    """
    alike = (_now.club_id == lowest.club_id) & (_now.rules == lowest.rules) & (_now.rounds == lowest.rounds)
    alike &= _now.place.is_not(None) & ((_now.played_on < lowest.played_on) | _now.game_id.in_(_BEFORE))
    asked = {"game": game_id}
    last = db.session.scalar(select(func.max(_now.played_on)).where(alike, _now.total <= lowest.total), asked)
    beaten = select(func.count(_now.game_id.distinct())).where(alike, _now.played_on > last if last else true())
    if (db.session.scalar(beaten, asked) or 0) < FEWEST_BEATEN:
        return ""
    if last is None:
        return say("milestone.lowest", rounds=lowest.rounds)
    if (last.year, last.month) == (lowest.played_on.year, lowest.played_on.month):
        return ""
    month = say(f"month.{last.month}")
    is_same_year = last.year == lowest.played_on.year
    return say("milestone.lowest-since", month=month if is_same_year else f"{month} {last.year}", rounds=lowest.rounds)
