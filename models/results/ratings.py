"""Ratings and winning streaks. Each game builds on the games before it, so they are worked out in order.

The rating is openskill's (Weng and Lin 2011, Plackett-Luce): `mu` is how well a player plays, `sigma` how uncertain that is.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import bindparam, select, tuple_, update

from models.ledger.results import FIRST_MU, FIRST_SIGMA, RESULTS
from models.store.database import db

_MODEL = PlackettLuce()
_GAMES_AT_ONCE = 500


class RatedPlace(NamedTuple):
    """A player's place in a game; None for a player who left before its end."""

    played_on: date
    game_id: int
    player_id: int
    place: int | None


class Certainty(StrEnum):
    """The certainty of a rating: how far it can be trusted."""

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
        """Sure if half of the first uncertainty is gone (about forty games at a table of four), fairly sure if a quarter is."""
        if self.sigma > FIRST_SIGMA * 3 / 4:
            return Certainty.NOT_YET
        return Certainty.FAIRLY if self.sigma > FIRST_SIGMA / 2 else Certainty.SURE


_FIRST = RatingState(FIRST_MU, FIRST_SIGMA, 0)
UNRATED = _FIRST._asdict()
_AT = tuple_(RESULTS.c.played_on, RESULTS.c.game_id)
_EARLIER = (
    select(RESULTS.c.mu, RESULTS.c.sigma, RESULTS.c.streak)
    .where(RESULTS.c.player_id == bindparam("player"), RESULTS.c.played_on < bindparam("day"))
    .order_by(RESULTS.c.played_on.desc(), RESULTS.c.game_id.desc())
    .limit(1)
)
_KEEP = (
    update(RESULTS)
    .where(RESULTS.c.game_id == bindparam("game"), RESULTS.c.player_id == bindparam("player"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), streak=bindparam("new_streak"))
)


def rate_from(club_id: int, day: date) -> None:
    """Rate every game of a locked club from this day on, in the order in which the games were played."""
    states: dict[int, RatingState] = {}
    after: tuple[date, int] = (day, 0)
    while games := _next_games(club_id, after):
        first, after = games[0], games[-1]
        for _, rows in groupby(_results(club_id, first, after), key=lambda row: (row.played_on, row.game_id)):
            _rate(list(rows), states, day)


def rate_new(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The results of a club that had none before, with their ratings and streaks."""
    states: dict[int, RatingState] = {}
    rated: list[dict[str, Any]] = []
    in_order = sorted(rows, key=lambda row: (row["played_on"], row["game_id"], row["place"] or 0, row["player_id"]))
    for _, game in groupby(in_order, key=lambda row: (row["played_on"], row["game_id"])):
        results = list(game)
        before = {row["player_id"]: states.get(row["player_id"], _FIRST) for row in results}
        states |= before | rate_game(
            before, {row["player_id"]: row["place"] for row in results if row["place"] is not None}
        )
        rated += [{**row, **states[row["player_id"]]._asdict()} for row in results]
    return rated


def _next_games(club_id: int, after: tuple[date, int]) -> list[tuple[date, int]]:
    later = (
        select(RESULTS.c.played_on, RESULTS.c.game_id)
        .where(RESULTS.c.club_id == club_id, after < _AT)
        .distinct()
        .order_by(RESULTS.c.played_on, RESULTS.c.game_id)
        .limit(_GAMES_AT_ONCE)
    )
    return [(row.played_on, row.game_id) for row in db.session.execute(later)]


def _results(club_id: int, first: tuple[date, int], last: tuple[date, int]) -> list[RatedPlace]:
    among = (
        select(RESULTS.c.played_on, RESULTS.c.game_id, RESULTS.c.player_id, RESULTS.c.place)
        .where(RESULTS.c.club_id == club_id, first <= _AT, last >= _AT)
        .order_by(RESULTS.c.played_on, RESULTS.c.game_id, RESULTS.c.place, RESULTS.c.player_id)
    )
    return [RatedPlace._make(row) for row in db.session.execute(among)]


def _rate(rows: list[RatedPlace], states: dict[int, RatingState], day: date) -> None:
    """Rate a game. Players who left before its end keep their rating and their streak."""
    before = {row.player_id: states.get(row.player_id) or _state_before(row.player_id, day) for row in rows}
    ranked = {row.player_id: row.place for row in rows if row.place is not None}
    states |= before | rate_game(before, ranked)
    kept = [
        {
            "game": row.game_id,
            "player": row.player_id,
            **{f"new_{k}": v for k, v in states[row.player_id]._asdict().items()},
        }
        for row in rows
    ]
    db.session.execute(_KEEP, kept)


def _state_before(player_id: int, day: date) -> RatingState:
    row = db.session.execute(_EARLIER, {"player": player_id, "day": day}).first()
    return RatingState(*row) if row else _FIRST


def rate_game(before: dict[int, RatingState], places: dict[int, int]) -> dict[int, RatingState]:
    """The rating and streak of each player with a place after a game. A player without opponents keeps the rating."""
    teams = [[_MODEL.create_rating([before[player].mu, before[player].sigma])] for player in places]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places.values()]) if len(teams) > 1 else teams
    return {
        player: RatingState(team[0].mu, team[0].sigma, before[player].streak + 1 if place == 1 else 0)
        for (player, place), team in zip(places.items(), rated, strict=True)
    }
