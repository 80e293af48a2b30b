"""The course of a tournament: the next tables, a decision for the referee, or the end (D12-9.2)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.books.options import Playoff
from rules.tournament.plan import Course, Format, Stake, TableScore, meetings, scores_of, without_ties
from rules.tournament.ranking import PLACES, OpenTie, contenders, last_scores, open_ties, placings
from rules.tournament.seating import (
    Pair,
    RandomBelow,
    Tables,
    count_repeats,
    move_on,
    seat_by_lot,
    seat_by_placing,
    seat_by_turns,
    shuffled,
    table_sizes,
)
from rules.tournament.ties import grouped

_PAIR = 2


class WaitsFor(StrEnum):
    """What a tournament is waiting for: games to end and be confirmed, the referee, the next seating, or nothing."""

    TABLES = "tables"
    DECISION = "decision"
    SEATING = "seating"
    NOTHING = "nothing"


class NextStep(NamedTuple):
    """The next step: the ties to be broken, or the stake of the next tables."""

    waits_for: WaitsFor
    ties: tuple[OpenTie, ...] = ()
    stake: Stake = Stake.GAME


StakedTables = tuple[tuple[Stake, tuple[int, ...]], ...]


class NextTables(NamedTuple):
    """The tables of the next stage, each with its stake and its players.

    `repeats` is how often pairs at these tables have sat together before. `free` is the player without a game in
    this stage.
    """

    tables: StakedTables
    repeats: int
    free: int | None


def next_step(course: Course) -> NextStep:
    """The next step of a tournament, with the open ties or the stake of the next tables."""
    if not course.stages:
        return NextStep(WaitsFor.SEATING)
    if not all(table.is_done for table in course.stages[-1]):
        return NextStep(WaitsFor.TABLES)
    ties = open_ties(course)
    if ties:
        return NextStep(WaitsFor.DECISION, tuple(ties))
    if course.plan.format is not Format.WINNERS:
        is_over = not course.has_game_to_come or len(course.players) < _PAIR
        return NextStep(WaitsFor.NOTHING if is_over else WaitsFor.SEATING)
    if any(table.stake is Stake.FINAL for table in course.stages[-1]):
        return NextStep(WaitsFor.NOTHING)
    left = contenders(course)
    if len(left) < _PAIR:
        return NextStep(WaitsFor.NOTHING)
    return NextStep(WaitsFor.SEATING, stake=Stake.FINAL if _is_final(course, len(left)) else Stake.PLAYOFF)


def _is_final(course: Course, left: int) -> bool:
    most = {Playoff.IN_PAIRS: PLACES, Playoff.PAIRS_TO_TWO: _PAIR, Playoff.ONE_TABLE: _largest_playoff(course)}
    return left <= most[course.plan.playoff]


def _largest_playoff(course: Course) -> int:
    """The most players at a playoff table: always at least three, since three places are played for."""
    return max(course.plan.largest, PLACES)


def seat_next(course: Course, random_below: RandomBelow) -> NextTables:
    """The tables of the next stage, drawn by lot as far as the format allows.

    Raises ValueError if the players cannot fill tables.
    """
    step = next_step(course)
    free = None
    if step.stake is Stake.FINAL:
        tables = _final(course, random_below)
    elif step.stake is Stake.PLAYOFF:
        tables, free = _playoff(course, random_below)
    else:
        tables = tuple((Stake.GAME, players) for players in _seat_everybody(course, random_below))
    repeats = count_repeats([players for _, players in tables], meetings(course.stages))
    return NextTables(tables, repeats, free)


def _seat_everybody(course: Course, random_below: RandomBelow) -> Tables:
    sizes, before = table_sizes(len(course.players), course.plan.largest), meetings(course.stages)
    if not course.stages:
        return seat_by_lot(course.players, sizes, before, random_below)
    if course.plan.format is Format.TOTAL:
        return _seat_anew(course, sizes, before, random_below)
    standing = [placing.player for placing in placings(course) if placing.player in course.players]
    if course.plan.format is Format.TABLE_POINTS:
        return seat_by_placing(standing, sizes, before, random_below)
    return move_on(_moved(course, random_below), course.players, sizes, random_below)


def _seat_anew(course: Course, sizes: tuple[int, ...], before: Mapping[Pair, int], random_below: RandomBelow) -> Tables:
    """Seat everybody in rotation, which keeps later games free of repeats, unless a search finds fewer repeats now."""
    searched = seat_by_lot(course.players, sizes, before, random_below)
    first = tuple(table.players for table in course.games[0] if table.stake is Stake.GAME)
    if sorted(player for table in first for player in table) != sorted(course.players):
        return searched
    return min(seat_by_turns(first, before, random_below), searched, key=lambda tables: count_repeats(tables, before))


def _moved(course: Course, random_below: RandomBelow) -> list[list[int]]:
    """The tables after the lowest scorers at each have moved to the next one, and those at the last table to the first.

    Ties among the lowest are broken by rounds won, then by lot.
    """
    movers = course.plan.movers
    orders = [
        _lowest_first([score for score in table.scores if score.player in course.players], random_below)
        for table in course.stages[-1]
        if table.stake is Stake.GAME
    ]
    return [order[movers:] + orders[at - 1][:movers] for at, order in enumerate(orders)]


def _lowest_first(scores: list[TableScore], random_below: RandomBelow) -> list[int]:
    by_lot = shuffled(range(len(scores)), random_below)
    order = sorted(by_lot, key=lambda at: (scores[at].total, -scores[at].rounds_won))
    return [scores[at].player for at in order]


def _final(course: Course, random_below: RandomBelow) -> StakedTables:
    """The final and, if it follows a playoff stage with two losers, a game for third place.

    In some playoffs, the best of the other players joins two winners in the final.
    """
    left, stage = contenders(course), without_ties(course.stages[-1])
    beaten = (score for score in scores_of(stage).values() if score.player not in left)
    other_players = _lowest_first([score for score in beaten if score.player in course.players], random_below)
    final = tuple(shuffled(left, random_below))
    if stage[0].stake is Stake.PLAYOFF and course.plan.playoff is not Playoff.ONE_TABLE:
        has_third = len(final) == len(other_players) == _PAIR
        return ((Stake.FINAL, final), *(((Stake.THIRD, tuple(other_players)),) if has_third else ()))
    if len(final) == _PAIR and course.plan.playoff is not Playoff.IN_PAIRS:
        final += tuple(other_players[:1])
    return ((Stake.FINAL, final),)


def _playoff(course: Course, random_below: RandomBelow) -> tuple[StakedTables, int | None]:
    """A stage of the playoff: pairs, or tables as equal in size as possible.

    With pairs and an odd number of players, one player sits the stage out.
    """
    left, free = list(contenders(course)), None
    if course.plan.playoff is not Playoff.ONE_TABLE:
        if len(left) % _PAIR:
            free = _free(course, left, random_below)
            left.remove(free)
        sizes = (_PAIR,) * (len(left) // _PAIR)
    else:
        sizes = table_sizes(len(left), _largest_playoff(course))
    tables = seat_by_lot(left, sizes, meetings(course.stages), random_below)
    return tuple((Stake.PLAYOFF, players) for players in tables), free


def _free(course: Course, left: list[int], random_below: RandomBelow) -> int:
    """The player who sits this stage out: the lowest scorer in the last game among those who have not sat out yet."""
    fresh = [player for player in left if player not in course.free.values()] or left
    last = last_scores(course.stages)
    return _lowest_first([last[player] for player in fresh], random_below)[0]


def by_rounds_won(course: Course, tie: OpenTie) -> tuple[tuple[int, ...], ...]:
    """The tied players, grouped by rounds won at their table or in all games, most first."""
    if tie.table:
        tables = (table for table in course.stages[tie.stage - 1] if table.number == tie.table)
        won = {score.player: score.rounds_won for table in tables for score in table.scores}
    else:
        won = {placing.player: placing.rounds_won for placing in placings(course)}
    return grouped({player: (-won[player],) for player in tie.players})
