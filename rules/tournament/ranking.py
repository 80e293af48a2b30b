"""Who is before whom: at a table, and in the whole tournament, with the referee's decisions in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.books.options import Playoff
from rules.tournament.plan import Course, Format, Groups, Score, Stage, Stake, Table, without_ties
from rules.tournament.ties import grouped, order_of, settled

# Points for the first, second, third and fourth place at a table; who shares a place has its points.
TABLE_POINTS = (5, 3, 2, 1)
PLACES = 3


class Standing(NamedTuple):
    """A player's place in the tournament and what it rests on. No place for who has left, and before anything is played.

    `points` count where tables give them, `pips` are those of all games, a missed one counted as its highest total; `parts`
    are what each game gave, points or pips. `rests` is what the place comes from: `game`, `playoff`, `third`, `final`.
    """

    player: int
    place: int | None
    points: int
    pips: int
    games: int
    rounds_won: int
    parts: tuple[int, ...] = ()
    rests: Stake = Stake.GAME
    is_decided: bool = False


class OpenTie(NamedTuple):
    """A tie that the referee has to decide: at a table of a stage, or with table 0 for the places of the tournament."""

    stage: int
    table: int
    players: tuple[int, ...]
    is_for_win: bool


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
    for table in without_ties(stage):
        order = order_of(course, number, table)
        tied = _open_in(order, _places_of(stage, table))
        if tied:
            ties.append(OpenTie(number, table.number, tied, order[0] == tied))
    if not ties and _ends_without_a_game(course) and (tied := _open_in(_as_far_as(course), PLACES)):
        ties.append(OpenTie(number, 0, tied, False))
    return ties


def _ends_without_a_game(course: Course) -> bool:
    """The playoff is over, and one against one it may leave a place to those who play no more: the best by their totals."""
    is_last = any(table.stake is Stake.FINAL for table in course.stages[-1]) or len(contenders(course)) < 2
    return is_last and course.plan.playoff is Playoff.IN_PAIRS


def _places_of(stage: Stage, table: Table) -> int:
    """For how many places a table's order matters: the win, or in the final and where there is only one table all three."""
    alone = len(without_ties(stage)) == 1
    return PLACES if table.stake is Stake.FINAL or (table.stake is Stake.GAME and alone) else 1


def places(course: Course) -> list[Standing]:
    """Everybody's place as things stand; those who have left come last and have none."""
    facts = _facts(course)
    order = _in_order(course)
    rests = _rests(course) if course.plan.format is Format.WINNERS else {}
    decided = {player for orders in course.decisions.values() for one in orders for part in one for player in part}
    ended = (table for stage in course.stages for table in stage if table.stake is Stake.TIE and table.is_done)
    decided |= {player for table in ended for player in table.players}
    waiting = _without_a_round(course)
    standings: list[Standing] = []
    for group in order:
        place = len(standings) + 1
        for player in (player for player in group if player not in waiting):
            rest = rests.get(player, Stake.GAME)
            standings.append(Standing(player, place, *facts[player], rest, player in decided))
    standings += [Standing(player, None, *facts[player]) for player in course.players if player in waiting]
    gone = [player for player in facts if player not in course.players]
    return standings + [Standing(player, None, *facts[player]) for player in gone]


def _without_a_round(course: Course) -> set[int]:
    """Who has played nothing yet that could be compared: nobody has a place before the first round at the own table."""
    placed = {
        score.player
        for stage in course.stages
        for table in stage
        for score in table.scores
        if table.is_done or score.place is not None
    }
    return set(course.players) - placed


class _Facts(NamedTuple):
    points: int = 0
    pips: int = 0
    games: int = 0
    rounds_won: int = 0
    parts: tuple[int, ...] = ()


def _facts(course: Course) -> dict[int, _Facts]:
    """What everybody has from the games that everybody plays."""
    facts = dict.fromkeys(course.players, _Facts())
    for stage in course.stages:
        games = [table for table in stage if table.stake is Stake.GAME]
        if not games:
            for player in (player for table in without_ties(stage) for player in table.players):
                facts[player] = facts[player]._replace(games=facts[player].games + 1)
            continue
        scored = {score.player: score for table in games for score in table.scores}
        points = {player: mine for table in games for player, mine in _points(course, table).items()}
        highest = max(score.total for score in scored.values())
        for player in {**facts, **scored}:
            mine, score = facts.get(player, _Facts()), scored.get(player)
            pips, point = score.total if score else highest, points.get(player, 0)
            facts[player] = _Facts(
                mine.points + point,
                mine.pips + pips,
                mine.games + bool(score),
                mine.rounds_won + (score.rounds_won if score else 0),
                (*mine.parts, point if course.plan.format is Format.TABLE_POINTS else pips),
            )
    return facts


def _points(course: Course, table: Table) -> Mapping[int, int]:
    """The table points of a game that is over and confirmed; whoever shares a place has its points."""
    if not table.is_done or course.plan.format is not Format.TABLE_POINTS:
        return {}
    placed = {score.player: score.place for score in table.scores if score.place}
    return {player: TABLE_POINTS[place - 1] for player, place in placed.items() if place <= len(TABLE_POINTS)}


def _in_order(course: Course) -> Groups:
    facts = _facts(course)
    if course.plan.format is Format.WINNERS:
        return _as_far_as(course)
    everybody = [Standing(player, None, *facts[player]) for player in course.players]
    with_points = course.plan.format is Format.TABLE_POINTS
    groups = grouped(everybody, lambda one: (-one.points, one.pips) if with_points else (one.pips,))
    return settled(course, len(course.stages), 0, groups) if course.stages else groups


def _rests(course: Course) -> dict[int, Stake]:
    """The last thing that everybody played for."""
    seated = (table for stage in course.stages for table in without_ties(stage))
    return {player: table.stake for table in seated for player in table.players}


def _as_far_as(course: Course) -> Groups:
    """The final, the game for third place, then everybody by how far they came, and by the pips of their last game."""
    order: list[tuple[int, ...]] = []
    for number in range(len(course.stages), 0, -1):
        tables = without_ties(course.stages[number - 1])
        for table in sorted(
            tables, key=lambda one: (Stake.FINAL, Stake.THIRD).index(one.stake) if _has_places(one) else 2
        ):
            if _has_places(table) or (number == 1 and len(tables) == 1):
                order += _without(order, order_of(course, number, table))
        order += _without(order, _by_pips(course, number, tables))
    waiting = tuple(player for player in course.players if not any(player in group for group in order))
    groups = (*order, waiting) if waiting else tuple(order)
    return settled(course, len(course.stages), 0, groups) if course.stages else groups


def _has_places(table: Table) -> bool:
    return table.stake in (Stake.FINAL, Stake.THIRD)


def _without(order: Sequence[tuple[int, ...]], groups: Groups) -> list[tuple[int, ...]]:
    placed = {player for group in order for player in group}
    left = (tuple(player for player in group if player not in placed) for group in groups)
    return [group for group in left if group]


def _by_pips(course: Course, stage: int, tables: Sequence[Table]) -> Groups:
    """Those of several tables: whoever goes on first, then the others, the lowest total first."""
    is_newest = stage == len(course.stages) and not any(map(_has_places, tables))
    ahead = contenders(course) if is_newest else ()
    last = last_scores(course.stages[:stage])
    seated = {player for table in tables for player in table.players} | set(ahead)
    scores = [last[player] for player in course.players if player in seated]
    return grouped(scores, lambda score: (score.player not in ahead, score.total))


def last_scores(stages: Sequence[Stage]) -> dict[int, Score]:
    """What everybody had at the last table, ties aside."""
    return {score.player: score for stage in stages for table in without_ties(stage) for score in table.scores}


def contenders(course: Course) -> tuple[int, ...]:
    """Who can still win after the newest stage (D12-9.2): the winners of its tables, and whoever had no game in it.

    Where a winner has left, the next at the table goes on.
    """
    number, stage = len(course.stages), course.stages[-1]
    tables = [table for table in stage if table.is_done and table.stake in (Stake.GAME, Stake.PLAYOFF)]
    firsts = [order[0] for table in tables if (order := order_of(course, number, table))]
    winners = [group[0] for group in firsts if len(group) == 1]
    return tuple(winners) + tuple(player for player in course.players if player == course.free.get(number))


def passed_over(course: Course) -> tuple[int, ...]:
    """Who would by now have won a table before the playoff's newest stage, and does not sit in it: scores were corrected."""
    number, newest = len(course.stages), course.stages[-1] if course.stages else ()
    if number < 2 or newest[0].stake is Stake.GAME:
        return ()
    seated = {player for table in newest for player in table.players} | {course.free.get(number)}
    before = without_ties(course.stages[number - 2])
    # Whoever has gone home since is still whoever won then.
    then = course._replace(players=tuple(player for table in before for player in table.players))
    firsts = [order_of(then, number - 1, table)[0] for table in before]
    won = {group[0] for group in firsts if len(group) == 1}
    return tuple(player for player in course.players if player in won - seated)
