"""Looking back: the nights and games of a club that somebody searches for, a page of them at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, false, func, or_, select, tuple_

from models.ledger.clubs import Player
from models.ledger.games import Game, Sitting
from models.ledger.nights import Night, Note
from models.ledger.results import RESULTS, ROUND_RESULTS
from models.ledger.seats import Seat
from models.results.spans import Span
from models.store.database import db
from rules import RuleBook


class Played(NamedTuple):
    """Somebody in a game: their place and total once it is over."""

    name: str
    place: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list. `played` has the best first where the game is over, else everybody clockwise."""

    ref: str
    night_id: int
    day: date
    book: RuleBook
    played: tuple[Played, ...]

    @property
    def is_over(self) -> bool:
        return any(one.place for one in self.played)

    @property
    def winners(self) -> list[str]:
        """Everybody who has the first place."""
        return [one.name for one in self.played if one.place == 1]


@dataclass(frozen=True, slots=True)
class NightSearch:
    """What nights are searched for; what is empty does not matter. `rules` is the key of a rule set, `words` stand in a note."""

    player_id: int | None = None
    rules: str = ""
    year: int | None = None
    words: str = ""
    before: date | None = None


def find_nights(club_id: int, search: NightSearch, most: int) -> list[Night]:
    """The club's nights that fit, newest first."""
    fits: list[ColumnElement[bool]] = [Night.club_id == club_id, Night.binned_at.is_(None)]
    of_night = and_(Game.night_id == Night.id, Game.binned_at.is_(None))
    if search.player_id:
        sat = select(Seat.id).join(Game, Game.id == Seat.game_id).where(of_night, Seat.player_id == search.player_id)
        fits.append(sat.exists())
    if search.rules:
        fits.append(select(Game.id).where(of_night, _is_of_set(Game.__table__.c.rules, search.rules)).exists())
    if search.year:
        fits.append(Night.date.between(date(search.year, 1, 1), date(search.year, 12, 31)))
    if search.before:
        fits.append(Night.date < search.before)
    for word in search.words.casefold().split():
        fits.append(Night.id.in_(select(Note.night_id).where(Note.folded.contains(word, autoescape=True))))
    return list(db.session.scalars(select(Night).where(*fits).order_by(Night.date.desc()).limit(most)))


def _is_of_set(named: ColumnElement[str], key: str) -> ColumnElement[bool]:
    """Rules of this rule set, with house rules or without."""
    return or_(func.substr(named, 1, len(key) + 1) == f"{key}[", func.substr(named, 1, 100) == key)


def years_of(club_id: int) -> list[int]:
    """From the year of a club's newest night to that of its first."""
    first, last = db.session.execute(
        select(func.min(Night.date), func.max(Night.date)).where(Night.club_id == club_id)
    ).one()
    return list(range(last.year, first.year - 1, -1)) if first else []


def games_on(nights: Sequence[Night]) -> dict[int, list[Listed]]:
    """The games begun or gone on with on each of these nights, by its id, in the order in which they were begun."""
    ids = [night.id for night in nights]
    rows = db.session.execute(select(Sitting.night_id, Sitting.game_id).where(Sitting.night_id.in_(ids)))
    later: dict[int, set[int]] = {}
    for night_id, game_id in rows:
        later.setdefault(night_id, set()).add(game_id)
    continued = {game for games in later.values() for game in games}
    listed = _listed(or_(Game.night_id.in_(ids), Game.id.in_(continued) if continued else false()))
    return {
        night.id: [
            game for id, game in sorted(listed.items()) if game.night_id == night.id or id in later.get(night.id, ())
        ]
        for night in nights
    }


def _listed(which: ColumnElement[bool]) -> dict[int, Listed]:
    games = db.session.execute(
        select(Game, Night.date).join(Night, Night.id == Game.night_id).where(which, Game.binned_at.is_(None))
    ).all()
    played: dict[int, list[Played]] = {game.id: [] for game, _ in games}
    seats = (
        select(Seat.game_id, Player.name, RESULTS.c.place, RESULTS.c.total, RESULTS.c.played_on)
        .join(Player, Player.id == Seat.player_id)
        .outerjoin(RESULTS, and_(RESULTS.c.game_id == Seat.game_id, RESULTS.c.player_id == Seat.player_id))
        .where(Seat.game_id.in_(list(played)))
        .order_by(RESULTS.c.place.is_(None), RESULTS.c.place, Seat.place.is_(None), Seat.place, Seat.id)
    )
    ended: dict[int, date] = {}
    for game_id, name, place, total, played_on in db.session.execute(seats):
        played[game_id].append(Played(name, place, total))
        if played_on:
            ended[game_id] = played_on
    return {
        game.id: Listed(game.ref, game.night_id, ended.get(game.id, day), game.rules, tuple(played[game.id]))
        for game, day in games
    }


@dataclass(frozen=True, slots=True)
class GameSearch:
    """The games that a figure is made of; what is empty does not matter.

    `rules` are exactly these, `rule_set` is the key of a rule set with whatever house rules. `standing` is how the player
    stood beside the rival: before, behind or level. `score`, `engine` and `is_out` have to fit
    one round. `after` is the day and the number of the last game on the page before this one, `until` that of the newest game.
    """

    player_id: int | None = None
    is_placed: bool = False
    is_won: bool = False
    is_out: bool = False
    rules: str = ""
    rule_set: str = ""
    players: int | None = None
    engine: int | None = None
    score: int | None = None
    rival_id: int | None = None
    standing: str = ""
    span: Span = field(default_factory=Span)
    after: tuple[date, int] | None = None
    until: tuple[date, int] | None = None


class Share(NamedTuple):
    """What a player has in a game: the sum and number of their rounds, how often they went out, their best and worst round."""

    pips: int
    rounds: int
    outs: int
    best: int
    worst: int


class Page(NamedTuple):
    """Some games, each with the share that the player who was searched for has in it, and what to search after for the next.

    `after` is None on the last page.
    """

    games: list[tuple[Listed, Share | None]]
    after: tuple[date, int] | None


def find_games(club_id: int, search: GameSearch, most: int) -> Page:
    """The games that are over and fit, newest first."""
    result = RESULTS.c
    at = tuple_(result.played_on, result.game_id)
    fits = [result.club_id == club_id, search.span.results]
    fits += [result.player_id == search.player_id] if search.player_id else []
    fits += [result.place.is_not(None)] if search.is_placed else []
    fits += [result.place == 1] if search.is_won else []
    fits += [result.rules == search.rules] if search.rules else []
    fits += [_is_of_set(result.rules, search.rule_set)] if search.rule_set else []
    fits += [result.players == search.players] if search.players else []
    fits += [search.after > at] if search.after else []
    fits += [search.until >= at] if search.until else []
    fits += [_had_round(search)] if search.is_out or search.engine is not None or search.score is not None else []
    fits += [_met(search)] if search.rival_id else []
    shares = [result[name] for name in Share._fields] if search.player_id else []
    found = select(result.played_on, result.game_id, *shares).where(*fits).distinct()
    found = found.order_by(result.played_on.desc(), result.game_id.desc())
    rows = db.session.execute(found.limit(most + 1)).all()
    shown = rows[:most]
    listed = _listed(Game.id.in_([row.game_id for row in shown]))
    after = (shown[-1].played_on, shown[-1].game_id) if len(rows) > most else None
    told = [(listed[row.game_id], Share(*row[2:]) if shares else None) for row in shown if row.game_id in listed]
    return Page(told, after)


def _had_round(search: GameSearch) -> ColumnElement[bool]:
    one = ROUND_RESULTS.c
    fits = [one.game_id == RESULTS.c.game_id, one.player_id == RESULTS.c.player_id]
    fits += [one.is_out] if search.is_out else []
    fits += [one.engine == search.engine] if search.engine is not None else []
    fits += [one.score == search.score] if search.score is not None else []
    return select(one.game_id).where(*fits).exists()


def _met(search: GameSearch) -> ColumnElement[bool]:
    mine, other = RESULTS.c, RESULTS.alias()
    fits = [other.c.game_id == mine.game_id, other.c.player_id == search.rival_id, other.c.place.is_not(None)]
    compared = {
        "before": mine.place < other.c.place,
        "behind": mine.place > other.c.place,
        "level": mine.place == other.c.place,
    }
    fits.append(compared.get(search.standing, mine.place.is_not(None)))
    return select(other.c.game_id).where(*fits).exists()
