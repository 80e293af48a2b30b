"""Tournaments as their tables ended, to try the rules on."""

from collections.abc import Mapping, Sequence
from random import Random

from rules.books.options import Playoff
from rules.tournament.course import seat_next
from rules.tournament.plan import Course, Format, Plan, Score, Stake, Table
from rules.tournament.ranking import places

# The tables of a stage: the totals at each, and what it plays for where that is no game like the others'.
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
    """A tournament from the totals at its tables: `{1: 40, 2: 50}`, or a stake and the totals."""
    made = []
    for stage in stages:
        tables = []
        for number, one in enumerate(stage, 1):
            stake, totals = one if isinstance(one, tuple) else (Stake.GAME, one)
            scores = tuple(
                Score(player, total, 1 + sum(other < total for other in totals.values()))
                for player, total in totals.items()
            )
            tables.append(Table(number, stake, scores, True))
        made.append(tuple(tables))
    everybody = players or tuple({one: 0 for stage in made for table in stage for one in table.players})
    return Course(Plan(format, games, 8, movers, playoff), everybody, tuple(made), free=free or {})


def drawn(given: Course) -> list[tuple[Stake, set[int]]]:
    return [(stake, set(players)) for stake, players in seat_next(given, Random(1).randrange).tables]


def three_places(given: Course) -> list[int]:
    return [one.player for one in places(given)[:3]]


FIVE = [{10 * at + seat: 20 * seat + at for seat in range(1, 5)} for at in range(1, 6)]


def in_pairs(*stages: Stage, free: Mapping[int, int] | None = None) -> Course:
    return course(Format.WINNERS, *stages, playoff=Playoff.IN_PAIRS, free=free)
