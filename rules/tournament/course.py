"""What comes next in a tournament: the next tables, a decision of the referee's, or the end (D12-9.2)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.books.options import Playoff
from rules.tournament.plan import Course, Format, Score, Stake, Table, met, without_ties
from rules.tournament.ranking import PLACES, OpenTie, contenders, last_scores, open_ties
from rules.tournament.ranking import places as places_of
from rules.tournament.seating import (
    Draw,
    Seating,
    count_repeats,
    move_on,
    seat_by_lot,
    seat_by_standing,
    seat_by_turns,
    shuffled,
    table_sizes,
)

_PAIR = 2


class Next(StrEnum):
    """What a tournament waits for: its tables to end and be confirmed, the referee, the next seating, or nothing more."""

    TABLES = "tables"
    DECISION = "decision"
    SEATING = "seating"
    NOTHING = "nothing"


class Step(NamedTuple):
    """What comes next: the ties to be decided, or the stake of the tables to be seated."""

    what: Next
    ties: tuple[OpenTie, ...] = ()
    stake: Stake = Stake.GAME


class Drawn(NamedTuple):
    """The tables of the next stage, each with what it plays for, how many pairs at them have sat together before, and who is
    free in it.
    """

    tables: tuple[tuple[Stake, tuple[int, ...]], ...]
    repeats: int
    free: int | None = None


def next_step(course: Course) -> Step:
    """What the tournament waits for."""
    if not course.stages:
        return Step(Next.SEATING)
    if not all(table.is_done for table in course.stages[-1]):
        return Step(Next.TABLES)
    ties = open_ties(course)
    if ties:
        return Step(Next.DECISION, tuple(ties))
    if course.plan.format is not Format.WINNERS:
        is_over = len(course.games) >= course.plan.games or len(course.players) < _PAIR
        return Step(Next.NOTHING if is_over else Next.SEATING)
    if any(table.stake is Stake.FINAL for table in course.stages[-1]):
        return Step(Next.NOTHING)
    left = contenders(course)
    if len(left) < _PAIR:
        return Step(Next.NOTHING)
    return Step(Next.SEATING, stake=Stake.FINAL if _is_final(course, len(left)) else Stake.PLAYOFF)


def _is_final(course: Course, left: int) -> bool:
    match course.plan.playoff:
        case Playoff.IN_PAIRS:
            return left <= PLACES
        case Playoff.PAIRS_TO_TWO:
            return left <= _PAIR
        case Playoff.ONE_TABLE:
            return left <= _largest_playoff(course)


def _largest_playoff(course: Course) -> int:
    """Three places are played for, so three can sit at a table of the playoff."""
    return max(course.plan.largest, PLACES)


def seat_next(course: Course, draw: Draw) -> Drawn:
    """The tables of the next stage, drawn by lot as far as the tournament's format leaves it to the lot.

    Raises ValueError where the players cannot fill tables.
    """
    step = next_step(course)
    if step.stake is Stake.FINAL:
        tables = _final(course, draw)
        return Drawn(tables, count_repeats([players for _, players in tables], met(course.stages)))
    if step.stake is Stake.PLAYOFF:
        return _playoff(course, draw)
    seating = _seat_everybody(course, draw)
    return Drawn(tuple((Stake.GAME, players) for players in seating.tables), seating.repeats)


def _seat_everybody(course: Course, draw: Draw) -> Seating:
    sizes, before = table_sizes(len(course.players), course.plan.largest), met(course.stages)
    if not course.stages:
        return seat_by_lot(course.players, sizes, before, draw)
    if course.plan.format is Format.TOTAL:
        return _seat_anew(course, sizes, before, draw)
    standing = [one.player for one in places_of(course) if one.player in course.players]
    if course.plan.format is Format.TABLE_POINTS:
        return seat_by_standing(standing, sizes, before, draw)
    wanted = _moved(course, draw)
    tables = move_on(wanted, course.players, sizes, draw)
    return Seating(tables, count_repeats(tables, before))


def _seat_anew(course: Course, sizes: tuple[int, ...], before: Mapping[frozenset[int], int], draw: Draw) -> Seating:
    """By turns, if that lets as few meet again as a search, and so keeps the games to come free; or as the search finds."""
    searched = seat_by_lot(course.players, sizes, before, draw)
    first = tuple(table.players for table in course.games[0] if table.stake is Stake.GAME)
    if sorted(player for table in first for player in table) != sorted(course.players):
        return searched
    return min(seat_by_turns(first, before, draw), searched, key=lambda seating: seating.repeats)


def _moved(course: Course, draw: Draw) -> list[list[int]]:
    """Where everybody would sit if the lowest of every table moved on to the next one, the last table's to the first.

    Who is level there is told apart by rounds won, then by lot.
    """
    stage = [table for table in course.stages[-1] if table.stake is Stake.GAME]
    stays: list[list[int]] = []
    moves: list[list[int]] = []
    for table in stage:
        order = _lowest_first([score for score in table.scores if score.player in course.players], draw)
        moves.append(order[: course.plan.movers])
        stays.append(order[course.plan.movers :])
    return [stays[at] + moves[at - 1] for at in range(len(stage))]


def _lowest_first(scores: list[Score], draw: Draw) -> list[int]:
    by_lot = shuffled(range(len(scores)), draw)
    order = sorted(by_lot, key=lambda at: (scores[at].total, -scores[at].rounds_won))
    return [scores[at].player for at in order]


def _final(course: Course, draw: Draw) -> tuple[tuple[Stake, tuple[int, ...]], ...]:
    """The final, and a game for third place where two were beaten in pairs just before it.

    By the playoffs that let the best other player join two winners, that player sits down with them.
    """
    left, stage = contenders(course), without_ties(course.stages[-1])
    beaten = (score for table in stage for score in table.scores if score.player not in left)
    others = _lowest_first([score for score in beaten if score.player in course.players], draw)
    final = tuple(shuffled(left, draw))
    if stage[0].stake is Stake.PLAYOFF and course.plan.playoff is not Playoff.ONE_TABLE:
        has_third = len(final) == len(others) == _PAIR
        return ((Stake.FINAL, final), *(((Stake.THIRD, tuple(others)),) if has_third else ()))
    if len(final) == _PAIR and course.plan.playoff is not Playoff.IN_PAIRS:
        final += tuple(others[:1])
    return ((Stake.FINAL, final),)


def _playoff(course: Course, draw: Draw) -> Drawn:
    """A stage of the playoff: pairs, with a free round for the best of an odd number, or tables as equal as can be."""
    left, free = list(contenders(course)), None
    if course.plan.playoff is not Playoff.ONE_TABLE:
        if len(left) % _PAIR:
            free = _free(course, left, draw)
            left.remove(free)
        sizes = (_PAIR,) * (len(left) // _PAIR)
    else:
        sizes = table_sizes(len(left), _largest_playoff(course))
    seating = seat_by_lot(left, sizes, met(course.stages), draw)
    return Drawn(tuple((Stake.PLAYOFF, players) for players in seating.tables), seating.repeats, free)


def _free(course: Course, left: list[int], draw: Draw) -> int:
    """Who has no game in this stage: the lowest total of the last game, of those who have had none free yet."""
    fresh = [player for player in left if player not in course.free.values()] or left
    last = last_scores(course.stages)
    return _lowest_first([last[player] for player in fresh], draw)[0]


def table_of(course: Course, stage: int, number: int) -> Table | None:
    """The table of this number in a stage."""
    tables = course.stages[stage - 1] if 0 < stage <= len(course.stages) else ()
    return next((table for table in tables if table.number == number), None)


def by_rounds_won(course: Course, tie: OpenTie) -> tuple[tuple[int, ...], ...]:
    """Those who are level, most rounds won first: at their table, or in all games."""
    if tie.table:
        table = table_of(course, tie.stage, tie.table)
        won = {score.player: score.rounds_won for score in table.scores} if table else {}
    else:
        won = {one.player: one.rounds_won for one in places_of(course)}
    counts = sorted({won[player] for player in tie.players}, reverse=True)
    return tuple(tuple(player for player in tie.players if won[player] == count) for count in counts)
