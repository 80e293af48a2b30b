"""Who is before whom: at a table, and in the whole tournament, with the referee's decisions in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rules.tournament.results import Course, Format, Groups, Score, Stage, Stake, Table

# Points for the first, second, third and fourth place at a table; who shares a place has its points.
TABLE_POINTS = (5, 3, 2, 1)
PLACES = 3

T = TypeVar("T", Score, "Standing")


class Standing(NamedTuple):
    """A player's place in the tournament and what it rests on. No place for who has left, and before anything is played.

    `points` count where tables give them, `pips` are those of all games, a missed one counted as its highest total.
    `rests` is the stage that the place comes from: `game`, `playoff`, `third`, `final`.
    """

    player: int
    place: int | None
    points: int
    pips: int
    games: int
    rounds_won: int
    rests: Stake = Stake.GAME
    is_decided: bool = False


class OpenTie(NamedTuple):
    """A tie that the referee has to decide: at a table of a stage, or with table 0 for the places of the tournament."""

    stage: int
    table: int
    players: tuple[int, ...]
    is_for_win: bool


def order_of(course: Course, stage: int, table: Table) -> Groups:
    """A table's players who are still in, the best first, those whom nothing sets apart together."""
    here = [score for score in table.scores if score.player in course.players]
    worst = max((score.place or 0 for score in here), default=0) + 1
    return _settled(course, stage, table.number, _grouped(here, lambda score: (score.place or worst,)))


def _grouped(things: Iterable[T], rank: Callable[[T], tuple[int, ...]]) -> Groups:
    by_rank: dict[tuple[int, ...], list[int]] = {}
    for thing in things:
        by_rank.setdefault(rank(thing), []).append(thing.player)
    return tuple(tuple(by_rank[key]) for key in sorted(by_rank))


def _settled(course: Course, stage: int, table: int, groups: Groups) -> Groups:
    """Ties ended by what the referee decided, or by the table that was played for it."""
    played = [
        order_of(course, stage, one)
        for one in course.stages[stage - 1]
        if one.stake is Stake.TIE and one.settles == table and one.is_done
    ]
    decided = (*course.decisions.get((stage, table), ()), *played)
    before: Groups = ()
    # The newest counts; what an older one left together, a newer one may have been about.
    while before != groups:
        before = groups
        for order in reversed(decided):
            groups = tuple(part for group in groups for part in _split(group, order))
    return groups


def _split(group: tuple[int, ...], order: Groups) -> Groups:
    if len(group) < 2 or not set(group) <= {player for part in order for player in part}:
        return (group,)
    parts = (tuple(player for player in part if player in group) for part in order)
    return tuple(part for part in parts if part)


def _open_in(groups: Groups, places: int) -> tuple[int, ...]:
    """The first players whom nothing sets apart, if it matters: for one of the first places."""
    return next((group for group in groups[:places] if len(group) > 1), ())


def open_ties(course: Course) -> list[OpenTie]:
    """The ties that keep the tournament from going on, once everything of its last stage is done."""
    number, stage = len(course.stages), course.stages[-1]
    if course.plan.format is not Format.WINNERS:
        if len(course.games) < course.plan.games:
            return []
        tied = _open_in(_in_order(course), PLACES)
        return [OpenTie(number, 0, tied, False)] if tied else []
    ties = []
    for table in stage:
        if table.stake is not Stake.TIE:
            places = _places_of(stage, table)
            tied = _open_in(order_of(course, number, table), places)
            if tied:
                is_for_win = order_of(course, number, table)[0] == tied
                ties.append(OpenTie(number, table.number, tied, is_for_win))
    return ties


def _places_of(stage: Stage, table: Table) -> int:
    """For how many places a table's order matters: the win, or in the final and where there is only one table all three."""
    alone = sum(one.stake is not Stake.TIE for one in stage) == 1
    return PLACES if table.stake is Stake.FINAL or (table.stake is Stake.GAME and alone) else 1


def places(course: Course) -> list[Standing]:
    """Everybody's place as things stand; those who have left come last and have none."""
    facts = _facts(course)
    order = _in_order(course)
    rests = _rests(course) if course.plan.format is Format.WINNERS else {}
    decided = {player for orders in course.decisions.values() for one in orders for part in one for player in part}
    decided |= {
        player for stage in course.stages for table in stage if table.stake is Stake.TIE for player in table.players
    }
    has_begun = any(score.place for stage in course.stages for table in stage for score in table.scores)
    standings: list[Standing] = []
    for group in order:
        place = len(standings) + 1 if has_begun else None
        for player in group:
            rest = rests.get(player, Stake.GAME)
            standings.append(Standing(player, place, *facts[player], rest, player in decided))
    gone = [player for player in facts if player not in course.players]
    return standings + [Standing(player, None, *facts[player]) for player in gone]


class _Facts(NamedTuple):
    points: int = 0
    pips: int = 0
    games: int = 0
    rounds_won: int = 0


def _facts(course: Course) -> dict[int, _Facts]:
    """What everybody has from the games that everybody plays."""
    facts = dict.fromkeys(course.players, _Facts())
    for number, stage in enumerate(course.stages, 1):
        games = [table for table in stage if table.stake is Stake.GAME]
        if not games:
            continue
        scored = {score.player: score for table in games for score in table.scores}
        points = {player: mine for table in games for player, mine in _points(course, number, table).items()}
        highest = max(score.total for score in scored.values())
        for player in {**facts, **scored}:
            mine, score = facts.get(player, _Facts()), scored.get(player)
            facts[player] = _Facts(
                mine.points + points.get(player, 0),
                mine.pips + (score.total if score else highest),
                mine.games + bool(score),
                mine.rounds_won + (score.rounds_won if score else 0),
            )
    return facts


def _points(course: Course, stage: int, table: Table) -> Mapping[int, int]:
    """The table points of a game that is over and confirmed; whoever shares a place has its points."""
    if not table.is_done:
        return {}
    placed = {score.player: score.place for score in table.scores if score.place}
    return {player: TABLE_POINTS[place - 1] for player, place in placed.items() if place <= len(TABLE_POINTS)}


def _in_order(course: Course) -> Groups:
    facts = _facts(course)
    if course.plan.format is Format.WINNERS:
        return _as_far_as(course)
    everybody = [Standing(player, None, *facts[player]) for player in course.players]
    with_points = course.plan.format is Format.TABLE_POINTS
    groups = _grouped(everybody, lambda one: (-one.points, one.pips) if with_points else (one.pips,))
    return _settled(course, len(course.stages), 0, groups) if course.stages else groups


def _rests(course: Course) -> dict[int, Stake]:
    """The last thing that everybody played for."""
    seated = (table for stage in course.stages for table in stage if table.stake is not Stake.TIE)
    return {player: table.stake for table in seated for player in table.players}


def _as_far_as(course: Course) -> Groups:
    """The final, the game for third place, then everybody by how far they came, and by the pips of their last game."""
    order: list[tuple[int, ...]] = []
    for number in range(len(course.stages), 0, -1):
        tables = [table for table in course.stages[number - 1] if table.stake is not Stake.TIE]
        for table in sorted(
            tables, key=lambda one: (Stake.FINAL, Stake.THIRD).index(one.stake) if _has_places(one) else 2
        ):
            if _has_places(table) or (number == 1 and len(tables) == 1):
                order += _without(order, order_of(course, number, table))
        order += _without(order, _by_pips(course, number, tables))
    waiting = tuple(player for player in course.players if not any(player in group for group in order))
    return (*order, waiting) if waiting else tuple(order)


def _has_places(table: Table) -> bool:
    return table.stake in (Stake.FINAL, Stake.THIRD)


def _without(order: Sequence[tuple[int, ...]], groups: Groups) -> list[tuple[int, ...]]:
    placed = {player for group in order for player in group}
    left = (tuple(player for player in group if player not in placed) for group in groups)
    return [group for group in left if group]


def _by_pips(course: Course, stage: int, tables: Sequence[Table]) -> Groups:
    """Those of several tables: whoever goes on first, then the others, the lowest total first."""
    ahead = contenders(course, stage) if not any(map(_has_places, tables)) else ()
    last = {score.player: score for one in course.stages[:stage] for table in one for score in table.scores}
    seated = {player for table in tables for player in table.players} | set(ahead)
    scores = [last[player] for player in course.players if player in seated]
    return _grouped(scores, lambda score: (score.player not in ahead, score.total))


def contenders(course: Course, stage: int) -> tuple[int, ...]:
    """Who can still win after a stage (D12-9.2): the winners of its tables, and those who had no game in it."""
    seated: set[int] = set()
    found: tuple[int, ...] = ()
    for number, tables in enumerate(course.stages[:stage], 1):
        seated = {player for table in tables for player in table.players}
        won = [
            order_of(course, number, table)[0]
            for table in tables
            if table.is_done and table.stake in (Stake.GAME, Stake.PLAYOFF) and order_of(course, number, table)
        ]
        found = tuple(group[0] for group in won if len(group) == 1) + tuple(one for one in found if one not in seated)
    return tuple(player for player in found if player in course.players)
