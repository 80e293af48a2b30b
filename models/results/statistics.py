"""Statistics of players and clubs: a few added-up rows for each page, however many years there are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlalchemy import Date, and_, case, column, func, select, tuple_, values

from models.ledger.clubs import Player
from models.ledger.results import RESULTS
from models.ledger.tallies import TALLIES, Side
from models.results.ratings import Form
from models.results.spans import Span
from models.store.database import db
from rules import read_rules

MOST_POINTS = 60
# Whoever has played fewer games to the end is not ranked: their order would be luck.
FEWEST_GAMES = 5


class Figures(NamedTuple):
    """What somebody's games come to. `games`, `wins` and `total` are of games played to the end; `best` and `worst` are rounds.

    Beside another player `wins` and `losses` are the games in which one was placed before or behind them.
    """

    games: int
    wins: int
    losses: int
    rounds: int
    pips: int
    total: int
    outs: int
    best: int
    worst: int

    @property
    def average_round(self) -> float | None:
        """Pips a round."""
        return self.pips / self.rounds if self.rounds else None

    @property
    def average_game(self) -> float | None:
        """Pips a game played to the end."""
        return self.total / self.games if self.games else None

    @property
    def level(self) -> int:
        """Games in which two players had the same place."""
        return self.games - self.wins - self.losses

    def plus(self, other: "Figures") -> "Figures":
        """The figures of both together."""
        sums = [mine + theirs for mine, theirs in zip(self[:-2], other[:-2], strict=True)]
        return Figures._make([*sums, min(self.best, other.best), max(self.worst, other.worst)])


_tally, _result = TALLIES.c, RESULTS.c
_SUMS = [func.sum(_tally[name]) for name in Figures._fields[:-2]]
_FIGURES = [*_SUMS, func.min(_tally.best), func.max(_tally.worst)]
_AT = tuple_(_result.played_on, _result.game_id)


def player_figures(player_id: int, span: Span) -> Mapping[Side, Mapping[str, Figures]]:
    """A player's figures over a time, for each side by what it tells apart."""
    chosen = select(_tally.side, _tally.key, *_FIGURES).where(_tally.player_id == player_id, span.tallies)
    figures: dict[Side, dict[str, Figures]] = {side: {} for side in Side}
    for side, key, *sums in db.session.execute(chosen.group_by(_tally.side, _tally.key)):
        figures[side][key] = Figures._make(sums)
    return figures


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a club's table: the figures of a time, the rating at its end, and the figures by rule set.

    House rules count for the rule set that they come from.
    """

    player: Player
    figures: Figures
    form: Form
    by_set: Mapping[str, Figures]

    @property
    def is_ranked(self) -> bool:
        """Enough games were played to the end for a place in the order."""
        return self.figures.games >= FEWEST_GAMES


def add_by_set(by_rules: Mapping[str, Figures]) -> dict[str, Figures]:
    """Figures by rules, house rules added to the rule set that they come from."""
    by_set: dict[str, Figures] = {}
    for rules, figures in by_rules.items():
        key = read_rules(rules).key
        by_set[key] = by_set[key].plus(figures) if key in by_set else figures
    return by_set


def sort_by(table: Sequence[Standing], by: str) -> list[Standing]:
    """The table by `name`, most `games`, most `won`, the lowest average in a rule set, or else by the best rating."""

    def rank(one: Standing) -> tuple[float | str, ...]:
        if by == "name":
            return (one.player.folded_name,)
        if by in ("games", "won"):
            sums = one.figures
            return (-sums.games, -sums.wins) if by == "games" else (-sums.wins, sums.games)
        average = one.by_set[by].average_round if by in one.by_set else None
        return (average is None, average or 0, -one.form.mu)

    return sorted(table, key=rank)


def club_figures(club_id: int, span: Span) -> list[Standing]:
    """Everybody's figures over a time, the best rated first."""
    by_rules: dict[int, dict[str, Figures]] = {}
    of_rules = select(_tally.player_id, _tally.key, *_FIGURES).where(
        _tally.club_id == club_id, _tally.side == Side.RULES, span.tallies
    )
    for player_id, rules, *sums in db.session.execute(of_rules.group_by(_tally.player_id, _tally.key)):
        by_rules.setdefault(player_id, {})[rules] = Figures._make(sums)
    summed = (
        select(_tally.player_id, *(sum.label(name) for name, sum in zip(Figures._fields, _FIGURES, strict=True)))
        .where(_tally.club_id == club_id, _tally.side == Side.ALL, span.tallies)
        .group_by(_tally.player_id)
        .subquery()
    )
    latest = (
        select(RESULTS.c.game_id)
        .where(RESULTS.c.player_id == Player.id, span.results)
        .order_by(RESULTS.c.played_on.desc(), RESULTS.c.game_id.desc())
        .limit(1)
        .correlate(Player)
        .scalar_subquery()
    )
    rows = db.session.execute(
        select(Player, _result.mu, _result.sigma, _result.streak, *(summed.c[name] for name in Figures._fields))
        .join(summed, summed.c.player_id == Player.id)
        .join(RESULTS, and_(_result.player_id == Player.id, _result.game_id == latest))
        .order_by(_result.mu.desc(), Player.folded_name)
    )
    return [
        Standing(player, Figures._make(sums), Form(mu, sigma, streak), add_by_set(by_rules.get(player.id, {})))
        for player, mu, sigma, streak, *sums in rows
    ]


def form_of(player_id: int, span: Span) -> Form | None:
    """A player's rating and winning streak at the end of a time; None for who has not played in it."""
    mine = select(_result.mu, _result.sigma, _result.streak).where(_result.player_id == player_id, span.results)
    row = db.session.execute(mine.order_by(_result.played_on.desc(), _result.game_id.desc()).limit(1)).first()
    return Form(*row) if row else None


class Streak(NamedTuple):
    """Games won in a row: how many, and the day and number of the last of them."""

    games: int
    last: tuple[date, int] | None


def longest_streak(player_id: int, span: Span) -> Streak:
    """The most games in a row that a player won within a time; one that began before it counts from its beginning."""
    mine = and_(_result.player_id == player_id, _result.place.is_not(None), span.results)
    newest_first = (_result.played_on.desc(), _result.game_id.desc())
    lost = db.session.execute(
        select(_result.played_on, _result.game_id)
        .where(mine, _result.place > 1)
        .order_by(_result.played_on, _result.game_id)
        .limit(1)
    ).first()
    first_lost = tuple(lost) if lost else (date.max, 0)
    begun = db.session.execute(
        select(func.count().over().label("games"), _result.played_on, _result.game_id)
        .where(mine, first_lost > _AT)
        .order_by(*newest_first)
        .limit(1)
    ).first()
    best = db.session.execute(
        select(_result.streak.label("games"), _result.played_on, _result.game_id)
        .where(_result.player_id == player_id, span.results, first_lost < _AT)
        .order_by(_result.streak.desc(), *newest_first)
        .limit(1)
    ).first()
    streaks = [Streak(row.games, (row.played_on, row.game_id)) for row in (best, begun) if row and row.games]
    return max(streaks, key=lambda one: one.games, default=Streak(0, None))


def names_by_id(player_ids: Sequence[int]) -> dict[int, Player]:
    """Players by their ids."""
    return {player.id: player for player in db.session.scalars(select(Player).where(Player.id.in_(player_ids)))}


class Rated(NamedTuple):
    """A player's rating after a game, or at the end of a month or a year."""

    day: date
    mu: float
    sigma: float


def ratings_of(player_id: int, span: Span) -> list[Rated]:
    """How a rating went over a time: after each game, or where that is too much to draw, after each month's or year's last."""
    mine = select(_result.played_on, _result.mu, _result.sigma).where(_result.player_id == player_id, span.results)
    newest = mine.order_by(_result.played_on.desc(), _result.game_id.desc())
    rows = db.session.execute(newest.limit(MOST_POINTS + 1)).all()
    if len(rows) <= MOST_POINTS:
        return [Rated._make(row) for row in reversed(rows)]
    months = _periods(player_id, span, is_by_month=True)
    ends = months if len(months) <= MOST_POINTS else _periods(player_id, span, is_by_month=False)
    return _rated_on(player_id, ends[-MOST_POINTS:])


def _rated_on(player_id: int, days: Sequence[date]) -> list[Rated]:
    """How somebody was rated at the end of each of these days."""
    ends = values(column("day", Date), name="ends").data([(day,) for day in days]).cte()
    latest = (
        select(RESULTS.c.game_id)
        .where(RESULTS.c.player_id == player_id, RESULTS.c.played_on <= ends.c.day)
        .order_by(RESULTS.c.played_on.desc(), RESULTS.c.game_id.desc())
        .limit(1)
        .correlate(ends)
        .scalar_subquery()
    )
    other = RESULTS.alias()
    mine = and_(other.c.player_id == player_id, other.c.game_id == latest)
    rated = select(other.c.played_on, other.c.mu, other.c.sigma).select_from(ends).join(other, mine)
    return [Rated._make(row) for row in db.session.execute(rated.order_by(ends.c.day))]


def _periods(player_id: int, span: Span, is_by_month: bool) -> list[date]:
    """The last days of the months or years in which somebody played."""
    first, last = span.days
    months = case((_tally.month == 0, 12), else_=_tally.month)
    asked = _tally.month > 0 if is_by_month else _tally.month == 0
    rows = db.session.execute(
        select(_tally.year, months)
        .where(
            _tally.player_id == player_id,
            _tally.side == Side.ALL,
            _tally.year.between(first.year, last.year),
            _tally.year > 0,
            asked,
        )
        .order_by(_tally.year, _tally.month)
    )
    ends = [Span((year, month), (year, month)).days[1] for year, month in rows]
    return [min(day, last) for day in ends if first <= day]
