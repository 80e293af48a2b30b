"""A tournament's plan, and its tables as played, stage by stage.

A new `Format` also needs course.py and ranking.py here, forms/tournaments.py, `[hall]` in models/texts/en.toml, and
docs/tournaments.md.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from rules.books.options import Playoff
from rules.tournament.seating import Pair, pairs_of

Groups = tuple[tuple[int, ...], ...]

MOST_GAMES = 20


class Format(StrEnum):
    """A way to play a tournament.

    WINNERS: one game each, then a playoff between the winners of the tables (D12-9.2). TABLE_POINTS: a set number
    of games, with points for places at the tables, and seating by placing. MOVE_ON: a set number of games, with
    the lowest scorers at each table moving on to the next one. TOTAL: a set number of games, with all pips added
    up.
    """

    WINNERS = "winners"
    TABLE_POINTS = "table-points"
    MOVE_ON = "move-on"
    TOTAL = "total"


class Stake(StrEnum):
    """What is at stake at a table: an ordinary game, a place in the next playoff stage, third place, the final, or a tie
    to break.
    """

    GAME = "game"
    PLAYOFF = "playoff"
    THIRD = "third"
    FINAL = "final"
    TIE = "tie"


class TieBreak(StrEnum):
    """A way to break a tie: by a game between the tied players, by rounds won, or by lot."""

    PLAYOFF = "playoff"
    ROUNDS = "rounds"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The setup of a tournament: its format, the number of games, the most players at a table, how many of them change
    tables, and how winners meet.
    """

    format: Format
    games: int
    largest: int
    movers: int
    playoff: Playoff


def make_plan(format: Format, games: int, largest: int, movers: int, playoff: Playoff) -> Plan:
    """A plan with this number of games, or with one game and a playoff if the winners meet (D12-9.2)."""
    return Plan(
        format=format, games=1 if format is Format.WINNERS else games, largest=largest, movers=movers, playoff=playoff
    )


class TableScore(NamedTuple):
    """A player's score at a table: the total in pips, the place, and the number of rounds won by going out.

    There is no place until a round is closed.
    """

    player: int
    total: int = 0
    place: int | None = None
    rounds_won: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTable:
    """A table in a stage.

    `is_done` is true when the table is finished and all its scores are confirmed. For a table that breaks a tie,
    `ends_tie_of` is the number of the table that was tied, or 0 for a tie in the placings of the whole
    tournament.
    """

    number: int
    stake: Stake
    scores: tuple[TableScore, ...]
    is_done: bool = False
    ends_tie_of: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """The players at the table."""
        return tuple(score.player for score in self.scores)


Stage = tuple[StageTable, ...]


def scores_of(stage: Stage) -> dict[int, TableScore]:
    """Every player's score in a stage.

    A player who changed tables keeps the score from the table that decided their place, and the rounds won at both.
    """
    scores: dict[int, TableScore] = {}
    for score in (score for table in stage for score in table.scores):
        before = scores.get(score.player)
        counts = score if before is None or before.place is None else before
        scores[score.player] = counts._replace(rounds_won=score.rounds_won + (before.rounds_won if before else 0))
    return scores


def without_ties(stage: Stage) -> Stage:
    """The tables of a stage, without those added to break a tie."""
    return tuple(table for table in stage if table.stake is not Stake.TIE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The state of a tournament: the players still in it, the stages so far, and the referee's decisions on ties.

    `decisions` maps a stage number and a table number (0 for all placings) to the orders decided, oldest first.
    `free` maps the number of a playoff stage to the player who has no game in it.
    """

    plan: Plan
    players: tuple[int, ...]
    stages: tuple[Stage, ...] = ()
    decisions: Mapping[tuple[int, int], tuple[Groups, ...]] = field(default_factory=dict)
    free: Mapping[int, int] = field(default_factory=dict)

    @property
    def games(self) -> tuple[Stage, ...]:
        """The stages in which everybody plays."""
        return tuple(stage for stage in self.stages if stage[0].stake is Stake.GAME)

    @property
    def has_game_to_come(self) -> bool:
        """True if another game in which everybody plays is still to be seated."""
        return len(self.games) < self.plan.games


def meetings(stages: tuple[Stage, ...]) -> dict[Pair, int]:
    """The number of times that each pair has sat together."""
    return Counter(pair for stage in stages for pair in pairs_of([table.players for table in stage]))
