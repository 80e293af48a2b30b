"""Tournaments made of finished tables, for tests of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from rules.books.options import Playoff
from rules.tournament.course import seat_next
from rules.tournament.plan import Course, Format, Plan, StageTable, Stake, TableScore
from rules.tournament.ranking import placings

# The tables of a stage: the totals at each, and its stake if it is not an ordinary game.
Totals = dict[int, int]
Stage = Sequence[Totals | tuple[Stake, Totals]]


def course(
    format: Format,
    *stages: Stage,
    playoff: Playoff = Playoff.ONE_TABLE,
    players: tuple[int, ...] = (),
    games: int = 1,
    movers: int = 1,
    free: Mapping[int, int] | None = None,
) -> Course:
    """A tournament built from the totals at its tables.

    Each table is given as its totals, such as `{1: 40, 2: 50}`, or as a stake and its totals.
    """
    made = []
    for stage in stages:
        tables = []
        for number, table in enumerate(stage, 1):
            stake, totals = table if isinstance(table, tuple) else (Stake.GAME, table)
            places = {player: 1 + sum(other < total for other in totals.values()) for player, total in totals.items()}
            scores = [TableScore(player, total, places[player]) for player, total in totals.items()]
            tables.append(finished(number, *scores, stake=stake))
        made.append(tuple(tables))
    everybody = players or tuple({player: 0 for stage in made for table in stage for player in table.players})
    return Course(
        plan=Plan(format=format, games=games, largest=8, movers=movers, playoff=playoff),
        players=everybody,
        stages=tuple(made),
        free=free or {},
    )


def finished(number: int, *scores: TableScore, stake: Stake = Stake.GAME, ends_tie_of: int = 0) -> StageTable:
    """A finished table with these scores."""
    return StageTable(number=number, stake=stake, scores=scores, is_done=True, ends_tie_of=ends_tie_of)


def with_table(given: Course, table: StageTable) -> Course:
    """The tournament with one more table in its newest stage."""
    return replace(given, stages=(*given.stages[:-1], (*given.stages[-1], table)))


def drawn(given: Course) -> list[tuple[Stake, set[int]]]:
    """The stake and the players of each table in the next stage, drawn with a fixed draw code."""
    return [(stake, set(players)) for stake, players in seat_next(given, Random(1).randrange).tables]


def three_places(given: Course) -> list[int]:
    """The players in the first three places of a tournament."""
    return [placing.player for placing in placings(given)[:3]]


FIVE = [{10 * at + seat: 20 * seat + at for seat in range(1, 5)} for at in range(1, 6)]


def in_pairs(*stages: Stage, free: Mapping[int, int] | None = None) -> Course:
    """A tournament whose winners meet in pairs."""
    return course(Format.WINNERS, *stages, playoff=Playoff.IN_PAIRS, free=free)
