"""Statistics of players and clubs: sums come from a few tallies, what depends on order from a query over the results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, Date, Select, Subquery, and_, column, func, literal, select, tuple_, values

from models.ledger.games import Game
from models.ledger.players import Player
from models.ledger.results import RESULTS
from models.ledger.tallies import TALLIES, TallyKind
from models.results.ratings import AT, RatingState, newest_rating
from models.results.spans import Span
from models.results.sums import ADDED_UP, days_of_month
from models.store.columns import BigId
from models.store.database import db
from rules import RULE_BOOKS, read_rules

MOST_POINTS = 60
_AFTER_EVERY_GAME = 2**62
# Players who have played fewer games to the end are not ranked: their order would be a matter of luck.
FEWEST_GAMES = 5


class Figures(NamedTuple):
    """A player's figures over a period. `best` and `worst` are the scores of the lowest and the highest round.

    `games`, `wins` and `total` count only games that the player played to the end, but in figures by engine
    `games` counts every game. In figures against a rival, `wins` are the games in which the player finished
    ahead of the rival, and `losses` those in which the player finished behind.
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
        """Pips per round; None if there are no rounds."""
        return self.pips / self.rounds if self.rounds else None

    @property
    def average_game(self) -> float | None:
        """Pips per game played to the end; None if there is no such game."""
        return self.total / self.games if self.games else None

    @property
    def level(self) -> int:
        """The number of games in which both players had the same place."""
        return self.games - self.wins - self.losses

    @classmethod
    def add(cls, parts: Iterable[Sequence[int]]) -> "Figures":
        """The figures of one or more parts, added up."""
        *sums, best, worst = zip(*parts, strict=True)
        return cls._make([*map(sum, sums), min(best), max(worst)])


_tally, _result = TALLIES.c, RESULTS.c
_NEWEST_FIRST = (_result.played_on.desc(), _result.game_id.desc())


def figures_by_kind(player_id: int, span: Span) -> Mapping[TallyKind, Mapping[str, Figures]]:
    """A player's figures in a span, by kind of tally and then by the tally's key, such as a double."""
    # The query lists all kinds because they come before the years in the index.
    of_player = and_(_tally.player_id == player_id, _tally.side.in_(TallyKind))
    figures = select(_tally.side, _tally.key, *ADDED_UP).where(of_player).group_by(_tally.side, _tally.key)
    parts: dict[TallyKind, dict[str, list[Sequence[int]]]] = {side: {} for side in TallyKind}
    for part in span.tallies_in_parts:
        for side, key, *sums in db.session.execute(figures.where(part)):
            parts[side].setdefault(key, []).append(sums)
    return {side: {key: Figures.add(sums) for key, sums in by_key.items()} for side, by_key in parts.items()}


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """A player in a club's ranking: the figures in a span, the rating at its end, and the figures by rule set.

    House rules count toward the rule set that they are based on.
    """

    player: Player
    figures: Figures
    rating: RatingState
    by_set: Mapping[str, Figures]

    @property
    def is_ranked(self) -> bool:
        """True if the player has played enough games to the end to be ranked."""
        return self.figures.games >= FEWEST_GAMES


def add_by_set(by_rules: Mapping[str, Figures]) -> dict[str, Figures]:
    """Figures by the key of a rule set; house rules count toward the rule set that they are based on."""
    by_set: dict[str, list[Figures]] = {}
    for rules, figures in by_rules.items():
        by_set.setdefault(read_rules(rules).key, []).append(figures)
    return {key: Figures.add(parts) for key, parts in by_set.items()}


def sort_figures(table: Sequence[PlayerFigures], by: str) -> list[PlayerFigures]:
    """The players, sorted by name, a figure or the rating.

    `by` is `name`, `games` (most first), `rating` (best first), or `average` or the key of a rule set (lowest
    average first); anything else sorts by most wins.
    """

    def rank(row: PlayerFigures) -> tuple[float | str, ...]:
        if by == "name":
            return (row.player.folded_name,)
        sums = row.by_set.get(by) if by in RULE_BOOKS else row.figures
        if by in RULE_BOOKS or by == "average":
            average = sums.average_round if sums else None
            return (average is None, average or 0, -row.rating.mu)
        if by == "rating":
            return (-row.rating.mu,)
        return (-row.figures.games, -row.figures.wins) if by == "games" else (-row.figures.wins, row.figures.games)

    return sorted(table, key=rank)


def places_by_wins(table: Sequence[PlayerFigures]) -> list[tuple[int, PlayerFigures]]:
    """The players by games won, each with their place. Players with the same number of wins share a place."""
    wins = [row.figures.wins for row in table]
    return [(1 + sum(more > row.figures.wins for more in wins), row) for row in sort_figures(table, "won")]


def number_of_games(club_id: int, span: Span) -> tuple[int, int, int]:
    """How many of the club's games ended in a span, how many rounds they had, and on how many dates they ended."""
    game = _ended(club_id, span).c
    counted = select(func.count(), func.coalesce(func.sum(game.rounds), 0), func.count(game.day.distinct()))
    return db.session.execute(counted).one()


def _ended(club_id: int, span: Span) -> Subquery:
    """The club's games that ended in a span, with their `rounds` and `day`."""
    ended = select(_result.game_id, func.max(_result.rounds).label("rounds"), func.max(_result.played_on).label("day"))
    return ended.where(_result.club_id == club_id, span.results).group_by(_result.game_id).subquery()


def longest_date(club_id: int, span: Span) -> tuple[date, int] | None:
    """The date in a span with the most rounds (the newest if tied), and the number of rounds; None if no game ended."""
    game = _ended(club_id, span).c
    return _fullest_date(game.day, func.sum(game.rounds))


def number_of_ties(club_id: int, span: Span) -> int:
    """The number of the club's games in a span that ended with more than one winner."""
    won = _result.club_id == club_id, span.results, _result.place == 1
    shared = select(_result.game_id).where(*won).group_by(_result.game_id).having(func.count() > 1).subquery()
    return db.session.scalar(select(func.count()).select_from(shared)) or 0


def second_places(club_id: int, span: Span) -> Mapping[int, int]:
    """The number of times that each player of a club came second in a span, by player id."""
    return _by_player(func.count(), _result.club_id == club_id, span.results, _result.place == 2)


def dates_played(club_id: int, span: Span) -> Mapping[int, int]:
    """The number of dates on which each player of a club finished a game in a span, by player id."""
    return _by_player(func.count(_result.played_on.distinct()), _result.club_id == club_id, span.results)


def played_last(club_id: int, span: Span, is_first: bool) -> tuple[date, list[str]] | None:
    """The last (or the first) date in a span on which a game ended, and the players; None if no game ended."""
    end = func.min if is_first else func.max
    day = db.session.scalar(select(end(_result.played_on)).where(_result.club_id == club_id, span.results))
    there = select(_result.player_id).where(_result.club_id == club_id, _result.played_on == day)
    names = select(Player.name).where(Player.id.in_(there)).order_by(Player.name)
    return (day, list(db.session.scalars(names))) if day else None


def most_on_one_date(club_id: int, span: Span) -> tuple[date, int] | None:
    """The date in a span with the most players (the newest if tied), and how many played; None if no game ended."""
    players = func.count(_result.player_id.distinct())
    return _fullest_date(_result.played_on, players, _result.club_id == club_id, span.results)


def _fullest_date(
    day: ColumnElement[date], number: ColumnElement[int], *which: ColumnElement[bool]
) -> tuple[date, int] | None:
    fullest = select(day, number).where(*which).group_by(day).order_by(number.desc(), day.desc())
    return db.session.execute(fullest.limit(1)).first()


def dates_of(club_id: int, span: Span, player_id: int | None = None) -> list[date]:
    """The dates of a span on which games (or, with a `player_id`, only this player's games) ended, newest first."""
    played = select(_result.played_on).where(_result.club_id == club_id, span.results)
    if player_id:
        played = played.where(_result.player_id == player_id)
    return list(db.session.scalars(played.distinct().order_by(_result.played_on.desc())))


def _by_player(counted: ColumnElement[int], *which: ColumnElement[bool]) -> Mapping[int, int]:
    rows = select(_result.player_id, counted).where(*which).group_by(_result.player_id)
    return dict(map(tuple, db.session.execute(rows)))


def last_places(club_id: int, span: Span) -> Mapping[int, int]:
    """The number of times that each player of a club came last in a span, by player id. Nobody comes last if all tie."""
    placed = _result.club_id == club_id, span.results, _result.place > 0
    place = func.max(_result.place)
    last = select(_result.game_id, place).where(*placed).group_by(_result.game_id).having(place > 1)
    return _by_player(func.count(), *placed, tuple_(_result.game_id, _result.place).in_(last))


def _added_up(*which: ColumnElement[bool]) -> Iterator[tuple[int, str, Figures]]:
    """Tallies added up by player and key."""
    tallies = select(_tally.player_id, _tally.key, *ADDED_UP).where(*which).group_by(_tally.player_id, _tally.key)
    for player_id, key, *sums in db.session.execute(tallies):
        yield player_id, key, Figures._make(sums)


def figures_of_pairs(player_ids: Sequence[int], span: Span) -> dict[tuple[int, int], Figures]:
    """The figures of each of these players against each of the others, by both ids. Pairs that never met are left out."""
    if not player_ids:
        return {}
    among = _tally.player_id.in_(player_ids), _tally.key.in_(map(str, player_ids))
    met = _added_up(*among, _tally.side == TallyKind.RIVAL, span.tallies)
    return {(player_id, int(key)): figures for player_id, key, figures in met}


def club_figures(club_id: int, span: Span) -> list[PlayerFigures]:
    """The figures of every player of a club in a span, best-rated first."""
    by_rules: dict[int, dict[str, Figures]] = {}
    for player_id, rules, figures in _added_up(_tally.club_id == club_id, _tally.side == TallyKind.RULES, span.tallies):
        by_rules.setdefault(player_id, {})[rules] = figures
    latest = _newest_game(_result.player_id == Player.id, span.results).correlate(Player).scalar_subquery()
    rows = db.session.execute(
        select(Player, _result.mu, _result.sigma, _result.streak)
        .join(RESULTS, and_(_result.player_id == Player.id, _result.game_id == latest))
        .where(Player.club_id == club_id)
        .order_by(_result.mu.desc(), Player.folded_name)
    )
    return [
        PlayerFigures(
            player, Figures.add(by_rules[player.id].values()), RatingState(*state), add_by_set(by_rules[player.id])
        )
        for player, *state in rows
    ]


def _newest_game(*which: ColumnElement[bool]) -> Select[int]:
    """The id of the newest game with a result that meets these conditions."""
    return select(_result.game_id).where(*which).order_by(*_NEWEST_FIRST).limit(1)


def rating_state(player_id: int, span: Span) -> RatingState | None:
    """A player's rating and winning streak at the end of a span; None if the player had no result in it."""
    return newest_rating(player_id, span.results)


class Streak(NamedTuple):
    """Games won in a row: their number, and the day and id of the last one."""

    games: int
    last: tuple[date, int] | None


def longest_streak(player_id: int, span: Span) -> Streak:
    """The most games in a row that a player won within a span.

    A streak that started before the span counts only from the start of the span.
    """
    of_player = and_(_result.player_id == player_id, _result.place.is_not(None))
    longest = (
        select(_result.streak.label("games"), _result.played_on, _result.game_id)
        .where(_result.player_id == player_id, span.results)
        .order_by(_result.streak.desc(), *_NEWEST_FIRST)
        .limit(1)
    )
    statements = [longest]
    if span.first is not None:
        first_lost = (
            select(_result.played_on, _result.game_id)
            .where(of_player, span.results, _result.place > 1)
            .order_by(_result.played_on, _result.game_id)
            .limit(1)
        )
        day, game = db.session.execute(first_lost).first() or (span.days[1], _AFTER_EVERY_GAME)
        at = tuple_(literal(day, Date), literal(game, BigId))
        won_before = (
            select(func.count().over().label("games"), _result.played_on, _result.game_id)
            # The range of days makes the query read only that part of the index.
            .where(of_player, _result.played_on.between(span.days[0], day), at > AT)
            .order_by(*_NEWEST_FIRST)
            .limit(1)
        )
        statements = [longest.where(at < AT), won_before]
    rows = [db.session.execute(statement).first() for statement in statements]
    streaks = [Streak(row.games, (row.played_on, row.game_id)) for row in rows if row and row.games]
    return max(streaks, key=lambda streak: streak.games, default=Streak(0, None))


def rivals_in(met: Mapping[str, Figures]) -> list[tuple[Player, Figures]]:
    """Figures by the id of the other player as pairs of that player and the figures."""
    players = db.session.scalars(select(Player).where(Player.id.in_(map(int, met)))) if met else ()
    rivals = {str(player.id): player for player in players}
    return [(rivals[key], figures) for key, figures in met.items()]


def last_win(player_id: int, span: Span) -> tuple[date, str] | None:
    """The day of a player's last win in a span, shared wins included, and the game's `ref`; None if there is none."""
    return db.session.execute(
        select(_result.played_on, Game.ref)
        .join(Game, Game.id == _result.game_id)
        .where(_result.player_id == player_id, _result.place == 1, span.results)
        .order_by(*_NEWEST_FIRST)
        .limit(1)
    ).first()


class RatingPoint(NamedTuple):
    """A player's rating after a game, or at the end of a month or a year."""

    day: date
    mu: float
    sigma: float


def ratings_of(player_id: int, span: Span) -> list[RatingPoint]:
    """A player's ratings in a span, oldest first: after each game, or at the end of each month or year.

    If there are more than `MOST_POINTS` games, there is one rating for each month; if there are more months than
    that, one for each year.
    """
    ratings = select(_result.played_on, _result.mu, _result.sigma).where(_result.player_id == player_id, span.results)
    rows = db.session.execute(ratings.order_by(*_NEWEST_FIRST).limit(MOST_POINTS + 1)).all()
    if len(rows) <= MOST_POINTS:
        return [RatingPoint._make(row) for row in reversed(rows)]
    return _rated_on(player_id, _ends(player_id, span)[-MOST_POINTS:])


def _rated_on(player_id: int, days: Sequence[date]) -> list[RatingPoint]:
    """A player's rating at the end of each of these days."""
    ends = values(column("day", Date), name="ends").data([(day,) for day in days]).cte()
    until = _newest_game(_result.player_id == player_id, _result.played_on <= ends.c.day)
    latest = until.correlate(ends).scalar_subquery()
    result = RESULTS.alias()
    is_latest = and_(result.c.player_id == player_id, result.c.game_id == latest)
    rated = select(result.c.played_on, result.c.mu, result.c.sigma).select_from(ends).join(result, is_latest)
    return [RatingPoint._make(row) for row in db.session.execute(rated.order_by(ends.c.day))]


def _ends(player_id: int, span: Span) -> list[date]:
    """The last day of each month in which a player played, or of each year if there are over `MOST_POINTS` months."""
    first, last = span.days
    played = (
        select(_tally.year, _tally.month)
        .where(_tally.player_id == player_id, _tally.side == TallyKind.ALL, _tally.month > 0)
        .where(_tally.year.between(first.year, last.year))
        .order_by(_tally.year, _tally.month)
    )
    months = [days_of_month(year, month)[1] for year, month in db.session.execute(played)]
    ends = [min(day, last) for day in months if first <= day and day.replace(day=1) <= last]
    if len(ends) > MOST_POINTS:
        ends = [min(date(year, 12, 31), last) for year in sorted({day.year for day in ends})]
    return ends
