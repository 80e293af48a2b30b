"""Ratings and winning streaks. Each game builds on the games before it, so games are rated in order.

The rating is openskill's (Weng and Lin 2011, Plackett-Luce): `mu` is how well a player plays, `sigma` how
uncertain that is.
"""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Row, bindparam, select, tuple_, update

from models.ledger.clubs import Club
from models.ledger.results import FIRST_MU, FIRST_SIGMA, RESULTS
from models.store.database import db

_MODEL = PlackettLuce()
# Rating this many games holds the database’s lock for a fiftieth of a second.
GAMES_AT_ONCE = 25


class Certainty(StrEnum):
    """How far a rating can be trusted."""

    NOT_YET = "not-yet"
    FAIRLY = "fairly"
    SURE = "sure"


class RatingState(NamedTuple):
    """A player's rating and winning streak after a game."""

    mu: float
    sigma: float
    streak: int

    @property
    def certainty(self) -> Certainty:
        """The certainty of the rating, judged by how much of the initial uncertainty is gone.

        A rating is sure if half of that uncertainty is gone (after about forty games at a table of four), and fairly
        sure if a quarter is.
        """
        if self.sigma > FIRST_SIGMA * 3 / 4:
            return Certainty.NOT_YET
        return Certainty.FAIRLY if self.sigma > FIRST_SIGMA / 2 else Certainty.SURE


_FIRST = RatingState(FIRST_MU, FIRST_SIGMA, 0)
UNRATED = _FIRST._asdict()
# A game's place in the order in which a club's games were played: its day and its id.
Played = tuple[date, int]
AT = tuple_(RESULTS.c.played_on, RESULTS.c.game_id)
_KEEP = update(RESULTS).where(RESULTS.c.game_id == bindparam("game"), RESULTS.c.player_id == bindparam("player"))


def rate_from(club_id: int, first: Played) -> None:
    """Rate a locked club's games from this one on. If there are many, only the first ones are rated; the rest remain due."""
    due = ratings_due_from(club_id)
    _set_due(club_id, min(first, due) if due else first)
    rate_due(club_id)


def ratings_due_from(club_id: int) -> Played | None:
    """The first game whose ratings are still due; None if all of a club's ratings are up to date."""
    day, game_id = db.session.execute(select(Club.due_from_day, Club.due_from_game).where(Club.id == club_id)).one()
    return None if day is None or game_id is None else (day, game_id)


def _set_due(club_id: int, first: Played | None) -> None:
    day, game_id = first or (None, None)
    db.session.execute(update(Club).where(Club.id == club_id).values(due_from_day=day, due_from_game=game_id))


def clubs_with_ratings_due() -> list[int]:
    """The ids of the clubs with ratings that are still due."""
    return list(db.session.scalars(select(Club.id).where(Club.due_from_day.is_not(None))))


def rate_due(club_id: int) -> None:
    """Rate a locked club's games that are due, in the order in which they were played, up to `GAMES_AT_ONCE`."""
    due = ratings_due_from(club_id)
    if due is None:
        return
    results = groupby(_results_from(club_id, due), key=lambda row: (row.played_on, row.game_id))
    games = [(game, list(rows)) for game, rows in results]
    states: dict[int, RatingState] = {}
    for _, rows in games[:GAMES_AT_ONCE]:
        _rate(rows, states, due)
    _set_due(club_id, games[-1][0] if len(games) > GAMES_AT_ONCE else None)


def _results_from(club_id: int, first: Played) -> Sequence[Row[date, int, int, int | None]]:
    """The players' places in the games from this one on, up to one game more than `GAMES_AT_ONCE`.

    None for a player who left before the end.
    """
    order = RESULTS.c.played_on, RESULTS.c.game_id
    games = select(*order).where(RESULTS.c.club_id == club_id, first <= AT).distinct().order_by(*order)
    places = (
        select(*order, RESULTS.c.player_id, RESULTS.c.place)
        .where(RESULTS.c.club_id == club_id, AT.in_(games.limit(GAMES_AT_ONCE + 1)))
        .order_by(*order, RESULTS.c.place, RESULTS.c.player_id)
    )
    return db.session.execute(places).all()


def _rate(rows: list[Row[date, int, int, int | None]], states: dict[int, RatingState], first: Played) -> None:
    """Rate a game. Players who left before its end keep their rating and their streak."""
    players = [row.player_id for row in rows]
    before = {player: states.get(player) or newest_rating(player, first > AT) or _FIRST for player in players}
    ranked = {row.player_id: row.place for row in rows if row.place is not None}
    states |= before | rate_game(before, ranked)
    kept = [{"game": row.game_id, "player": row.player_id, **states[row.player_id]._asdict()} for row in rows]
    db.session.execute(_KEEP, kept)


def newest_rating(player_id: int, among: ColumnElement[bool]) -> RatingState | None:
    """A player's rating and winning streak after the newest of these results; None if the player has none of them."""
    newest = (
        select(RESULTS.c.mu, RESULTS.c.sigma, RESULTS.c.streak)
        .where(RESULTS.c.player_id == player_id, among)
        .order_by(RESULTS.c.played_on.desc(), RESULTS.c.game_id.desc())
        .limit(1)
    )
    row = db.session.execute(newest).first()
    return RatingState(*row) if row else None


def rate_game(before: dict[int, RatingState], places: dict[int, int]) -> dict[int, RatingState]:
    """The new rating and streak of each player with a place in a game. A player without opponents keeps the old rating."""
    teams = [[_MODEL.create_rating([before[player].mu, before[player].sigma])] for player in places]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places.values()]) if len(teams) > 1 else teams
    return {
        player: RatingState(team[0].mu, team[0].sigma, before[player].streak + 1 if place == 1 else 0)
        for (player, place), team in zip(places.items(), rated, strict=True)
    }
