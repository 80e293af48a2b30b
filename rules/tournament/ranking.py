"""Placings in a tournament, and the ties that the referee has to decide."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.books.options import Playoff
from rules.tournament.plan import Course, Format, Groups, Stage, StageTable, Stake, TableScore, scores_of, without_ties
from rules.tournament.ties import grouped, table_order, with_decisions

# Points for the first, second, third and fourth place at a table; players who share a place each get its points.
TABLE_POINTS = (5, 3, 2, 1)
PLACES = 3


class Placing(NamedTuple):
    """A player's placing in the tournament, and what it is based on.

    Players who have left have no place; nor does anybody at the start. `points` are only given if the format
    awards them. `pips` is the total of all games; a missed game counts as the highest total in that game, but not
    for players who have left. `parts` are the points or pips from each game. `rests` is the kind of game that
    decided the place: `game`, `playoff`, `third` or `final`. This is a named tuple because a hall has a hundred
    of them.
    """

    player: int
    place: int | None = None
    points: int = 0
    pips: int = 0
    games: int = 0
    rounds_won: int = 0
    parts: tuple[int, ...] = ()
    rests: Stake = Stake.GAME
    is_decided: bool = False


class OpenTie(NamedTuple):
    """A tie that the referee has to decide: at one table of a stage or, if the table is 0, in the tournament's placings."""

    stage: int
    table: int
    players: tuple[int, ...]
    is_for_win: bool


def _open_in(groups: Groups, places: int) -> tuple[int, ...]:
    """The tie that matters: the first group of two or more among the first `places` groups; empty if there is none."""
    return next((group for group in groups[:places] if len(group) > 1), ())


def open_ties(course: Course) -> list[OpenTie]:
    """The ties that keep the tournament from continuing, once its newest stage is done."""
    number, stage = len(course.stages), course.stages[-1]
    if course.plan.format is not Format.WINNERS:
        if course.has_game_to_come:
            return []
        tied = _open_in(_in_order(course, _earned(course)), PLACES)
        return [OpenTie(number, 0, tied, False)] if tied else []
    ties = []
    for table in without_ties(stage):
        order = table_order(course, number, table)
        tied = _open_in(order, _places_of(stage, table))
        if tied:
            ties.append(OpenTie(number, table.number, tied, order[0] == tied))
    if not ties and _ends_without_a_game(course) and (tied := _open_in(_as_far_as(course), PLACES)):
        ties.append(OpenTie(number, 0, tied, False))
    return ties


def _ends_without_a_game(course: Course) -> bool:
    """True if a playoff in pairs is over; a place may still go to the best total among the other players."""
    is_last = any(table.stake is Stake.FINAL for table in course.stages[-1]) or len(contenders(course)) < 2
    return is_last and course.plan.playoff is Playoff.IN_PAIRS


def _places_of(stage: Stage, table: StageTable) -> int:
    """The number of places for which a table's order matters: three in the final or at the only table, otherwise one."""
    alone = len(without_ties(stage)) == 1
    return PLACES if table.stake is Stake.FINAL or (table.stake is Stake.GAME and alone) else 1


def placings(course: Course) -> list[Placing]:
    """Everybody's placing so far; players who have left come last and have no place."""
    earned = _earned(course)
    order = _in_order(course, earned)
    rests = _rests(course) if course.plan.format is Format.WINNERS else {}
    decided = _decided(course, earned)
    waiting = _without_a_round(course)
    placed: list[Placing] = []
    for group in order:
        place = len(placed) + 1
        for player in (player for player in group if player not in waiting):
            rest = rests.get(player, Stake.GAME)
            placed.append(earned[player]._replace(place=place, rests=rest, is_decided=player in decided))
    placed += [earned[player] for player in course.players if player in waiting]
    players = set(course.players)
    return placed + [figures for player, figures in earned.items() if player not in players]


def _decided(course: Course, earned: Mapping[int, Placing]) -> set[int]:
    """The players whose place was settled by a decision.

    Players who are no longer tied with any of the others after a correction are left out.
    """
    settled = [
        (stage, tuple(player for group in order for player in group))
        for (stage, _), orders in course.decisions.items()
        for order in orders
    ]
    for number, stage in enumerate(course.stages, 1):
        settled += [(number, table.players) for table in stage if table.stake is Stake.TIE and table.is_done]
    decided: set[int] = set()
    for number, players in settled:
        later: set[int] = set()
        # Totals of different playoff games cannot be compared: in a playoff, a player's total is that of the last table
        # before the decision, and a player who plays on is placed by a later table.
        if course.plan.format is Format.WINNERS:
            figures = {player: (0, score.total) for player, score in last_scores(course.stages[:number]).items()}
            later = {player for stage in course.stages[number:] for table in stage for player in table.players}
        else:
            figures = {player: (own.points, own.pips) for player, own in earned.items()}
        level = Counter(figures[player] for player in players if player in figures)
        decided |= {player for player in players if player in figures and level[figures[player]] > 1} - later
    return decided


def _without_a_round(course: Course) -> set[int]:
    """The players who have no place yet, because no round at their table is closed."""
    placed = {
        score.player
        for stage in course.stages
        for table in stage
        for score in table.scores
        if table.is_done or score.place is not None
    }
    return set(course.players) - placed


def _earned(course: Course) -> dict[int, Placing]:
    """Every player's figures from the games that everybody plays; no places are given yet."""
    earned = {player: Placing(player=player) for player in course.players}
    with_points = course.plan.format is Format.TABLE_POINTS
    for stage in course.stages:
        games = [table for table in stage if table.stake is Stake.GAME]
        if not games:
            for player in (player for table in without_ties(stage) for player in table.players):
                earned[player] = earned[player]._replace(games=earned[player].games + 1)
            continue
        scored = scores_of(tuple(games))
        points = {player: table_points for table in games for player, table_points in _points(course, table).items()}
        highest = max(score.total for score in scored.values())
        # A player who has gone home misses no further games.
        for player in {**dict.fromkeys(course.players), **scored}:
            figures, score = earned.get(player) or Placing(player=player), scored.get(player)
            pips, point = score.total if score else highest, points.get(player, 0)
            earned[player] = figures._replace(
                points=figures.points + point,
                pips=figures.pips + pips,
                games=figures.games + bool(score),
                rounds_won=figures.rounds_won + (score.rounds_won if score else 0),
                parts=(*figures.parts, point if with_points else pips),
            )
    return earned


def _points(course: Course, table: StageTable) -> Mapping[int, int]:
    """The table points from a game that is finished and confirmed; players who share a place each get its points."""
    if not table.is_done or course.plan.format is not Format.TABLE_POINTS:
        return {}
    placed = {score.player: score.place for score in table.scores if score.place}
    return {player: TABLE_POINTS[place - 1] for player, place in placed.items() if place <= len(TABLE_POINTS)}


def _in_order(course: Course, earned: Mapping[int, Placing]) -> Groups:
    if course.plan.format is Format.WINNERS:
        return _as_far_as(course)
    with_points = course.plan.format is Format.TABLE_POINTS
    everybody = [earned[player] for player in course.players]
    groups = grouped({own.player: (-own.points, own.pips) if with_points else (own.pips,) for own in everybody})
    return with_decisions(course, len(course.stages), 0, groups) if course.stages else groups


def _rests(course: Course) -> dict[int, Stake]:
    """The stake of each player's newest table, not counting tables that break a tie."""
    seated = (table for stage in course.stages for table in without_ties(stage))
    return {player: table.stake for table in seated for player in table.players}


def _as_far_as(course: Course) -> Groups:
    """The order in a playoff: the players in the final, those in the game for third place, then everybody else.

    Everybody else is ordered by the stage they reached and their pips in the last game.
    """
    order: list[tuple[int, ...]] = []
    for number in range(len(course.stages), 0, -1):
        tables = without_ties(course.stages[number - 1])
        for table in sorted(tables, key=lambda table: {Stake.FINAL: 0, Stake.THIRD: 1}.get(table.stake, 2)):
            if _has_places(table) or (number == 1 and len(tables) == 1):
                order += _without(order, table_order(course, number, table))
        order += _without(order, _by_pips(course, number, tables))
    waiting = tuple(player for player in course.players if not any(player in group for group in order))
    groups = (*order, waiting) if waiting else tuple(order)
    return with_decisions(course, len(course.stages), 0, groups) if course.stages else groups


def _has_places(table: StageTable) -> bool:
    return table.stake in (Stake.FINAL, Stake.THIRD)


def _without(order: Sequence[tuple[int, ...]], groups: Groups) -> list[tuple[int, ...]]:
    placed = {player for group in order for player in group}
    left = (tuple(player for player in group if player not in placed) for group in groups)
    return [group for group in left if group]


def _by_pips(course: Course, stage: int, tables: Sequence[StageTable]) -> Groups:
    """The players of several tables, ordered by total, lowest first; those who advance come before the others."""
    is_newest = stage == len(course.stages) and not any(map(_has_places, tables))
    ahead = contenders(course) if is_newest else ()
    last = last_scores(course.stages[:stage])
    seated = {player for table in tables for player in table.players} | set(ahead)
    return grouped({player: (player not in ahead, last[player].total) for player in course.players if player in seated})


def last_scores(stages: Sequence[Stage]) -> dict[int, TableScore]:
    """Every player's score at their newest table, not counting tables that break a tie."""
    scores: dict[int, TableScore] = {}
    for stage in stages:
        scores |= scores_of(without_ties(stage))
    return scores


def contenders(course: Course) -> tuple[int, ...]:
    """The players who can still win after the newest stage (D12-9.2).

    They are the winners at its tables, and the player who had no game in it, if there is one. If a winner has left,
    the next player at that table advances.
    """
    number, stage = len(course.stages), course.stages[-1]
    tables = [table for table in stage if table.is_done and table.stake in (Stake.GAME, Stake.PLAYOFF)]
    firsts = [order[0] for table in tables if (order := table_order(course, number, table))]
    winners = [group[0] for group in firsts if len(group) == 1]
    return tuple(winners) + tuple(player for player in course.players if player == course.free.get(number))


def passed_over(course: Course) -> tuple[int, ...]:
    """The players who, after corrections to scores, belong in the newest playoff stage but were not seated in it."""
    number, newest = len(course.stages), course.stages[-1] if course.stages else ()
    if number < 2 or newest[0].stake is Stake.GAME:
        return ()
    seated = {player for table in newest for player in table.players} | {course.free.get(number)}
    before = without_ties(course.stages[number - 2])
    # Winners still count as winners, even if they have since gone home.
    then = replace(course, players=tuple(player for table in before for player in table.players))
    firsts = [table_order(then, number - 1, table)[0] for table in before]
    won = {group[0] for group in firsts if len(group) == 1}
    passed = won - seated
    if newest[0].stake is Stake.FINAL and len(newest[0].players) == len(won) + 1 and not passed:
        # The best of the other players sits in this final. If several were tied, one was drawn by lot.
        still_in = (seated | set(course.players)) - won
        scores = [score for score in scores_of(before).values() if score.player in still_in]
        best = min(((score.total, -score.rounds_won) for score in scores), default=None)
        level = {score.player for score in scores if (score.total, -score.rounds_won) == best}
        passed = set() if level & seated else level
    return tuple(player for player in course.players if player in passed)
