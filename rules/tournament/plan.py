"""What a tournament is made of: its plan, and the tables that were played, stage after stage."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.books.options import Playoff

Groups = tuple[tuple[int, ...], ...]

MOST_GAMES = 20


class Format(StrEnum):
    """How a tournament is played.

    WINNERS: one game each, and the tables' winners meet in a playoff (D12-9.2). TABLE_POINTS: so many games, points for the
    places at the tables, and tables by standing. MOVE_ON: so many games, and the lowest of every table change to the
    next one. TOTAL: so many games, and all pips together.
    """

    WINNERS = "winners"
    TABLE_POINTS = "table-points"
    MOVE_ON = "move-on"
    TOTAL = "total"


class Stake(StrEnum):
    """What a table plays for: a game like the others', going on in the playoff, a place, or the end of a tie."""

    GAME = "game"
    PLAYOFF = "playoff"
    THIRD = "third"
    FINAL = "final"
    TIE = "tie"


class Way(StrEnum):
    """How the referee ends a tie: those who are level play for it, the rounds they won decide, or the lot."""

    PLAYOFF = "playoff"
    ROUNDS = "rounds"
    LOT = "lot"


class Plan(NamedTuple):
    """A tournament as it was set up: its games, the most at a table, how many of each change tables, how winners meet."""

    format: Format
    games: int
    largest: int
    movers: int
    playoff: Playoff


def make_plan(format: Format, games: int, largest: int, movers: int, playoff: Playoff) -> Plan:
    """A plan with so many games; where winners meet it is one, and then the playoff (D12-9.2)."""
    return Plan(format, 1 if format is Format.WINNERS else games, largest, movers, playoff)


class Score(NamedTuple):
    """A player at a table: the total in pips, the place there, the rounds gone out in. No place before a round is closed."""

    player: int
    total: int = 0
    place: int | None = None
    rounds_won: int = 0


class Table(NamedTuple):
    """A table of a stage. `is_done`: it is over, and all its scores are confirmed. `settles` is the number of the table whose
    tie it ends, 0 for the places of the whole tournament.
    """

    number: int
    stake: Stake
    scores: tuple[Score, ...]
    is_done: bool = False
    settles: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(score.player for score in self.scores)


Stage = tuple[Table, ...]


def without_ties(stage: Stage) -> Stage:
    """The tables of a stage but those that were added to end a tie."""
    return tuple(table for table in stage if table.stake is not Stake.TIE)


class Course(NamedTuple):
    """A tournament as it stands: who is in it still, the stages so far, and what the referee decided of ties.

    `decisions` has, by the number of the stage and of the table (0: all places), the orders decided, the oldest first;
    `free` who had no game in a stage of the playoff, by its number.
    """

    plan: Plan
    players: tuple[int, ...]
    stages: tuple[Stage, ...] = ()
    decisions: Mapping[tuple[int, int], tuple[Groups, ...]] = {}
    free: Mapping[int, int] = {}

    @property
    def games(self) -> tuple[Stage, ...]:
        """The stages in which everybody plays."""
        return tuple(stage for stage in self.stages if stage[0].stake is Stake.GAME)

    @property
    def has_game_to_come(self) -> bool:
        """Another game is still to be seated in which everybody plays."""
        return len(self.games) < self.plan.games


def met(stages: tuple[Stage, ...]) -> dict[frozenset[int], int]:
    """How often pairs have sat together."""
    times: dict[frozenset[int], int] = {}
    for table in (table for stage in stages for table in stage):
        for at, one in enumerate(table.players):
            for other in table.players[:at]:
                pair = frozenset((one, other))
                times[pair] = times.get(pair, 0) + 1
    return times
