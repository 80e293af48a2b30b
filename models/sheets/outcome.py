"""The outcome of a finished game: places, margins, the best and the worst round.

It is computed from the sheet and never stored.
"""

from dataclasses import dataclass
from typing import NamedTuple

from models.sheets.sheet import Column, Round, Sheet


class NotedRound(NamedTuple):
    """A player's round that is worth mentioning: the engine, the player's score, and the sum of all other scores."""

    name: str
    engine: int
    score: int
    others: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """The outcome of a game.

    `finishers` are in order, best first: players who left come last, and those without a round are left out. `best` is
    the round with the biggest gain on the others, `worst` the one with the highest score; each holds several rounds if
    they are tied.
    """

    finishers: tuple[Column, ...]
    best: tuple[NotedRound, ...]
    worst: tuple[NotedRound, ...]
    last_engine: int

    @property
    def winners(self) -> list[Column]:
        """The players in first place."""
        return [finisher for finisher in self.finishers if finisher.place == 1]

    @property
    def total(self) -> int:
        """The winners' total."""
        return self.finishers[0].total

    def margin(self, finisher: Column) -> int | None:
        """The number of pips by which a player finished behind the winners; None for a player who left before the end."""
        return None if finisher.place is None else finisher.total - self.total

    @property
    def runners_up(self) -> list[Column]:
        """The players in the next place after the winner; empty if the win is shared or nobody else has a place."""
        behind = [finisher for finisher in self.finishers if finisher.place not in (1, None)]
        return [finisher for finisher in behind if finisher.place == behind[0].place] if len(self.winners) == 1 else []


def outcome_of(sheet: Sheet) -> GameOutcome | None:
    """The outcome of a game; None until it is over, or if it was stopped before any round was closed."""
    closed = [round for round in sheet.rounds if round.is_closed]
    if not sheet.is_over or not closed or not sheet.leaders:
        return None
    played = set().union(*(round.cells for round in closed))
    best, worst = _noted_rounds(sheet, closed)
    return GameOutcome(
        finishers=tuple(column for column in sheet.ranked if column.seat in played),
        best=best,
        worst=worst,
        last_engine=closed[-1].engine,
    )


def _noted_rounds(sheet: Sheet, closed: list[Round]) -> tuple[tuple[NotedRound, ...], tuple[NotedRound, ...]]:
    """The rounds with the biggest gain on the others' average, and those with the highest score.

    Gains and scores that are not above zero are left out.
    """
    noted: list[tuple[float, NotedRound]] = []
    for round in closed:
        total = sum(cell.score for cell in round.cells.values())
        for seat, cell in round.cells.items():
            others = total - cell.score
            gain = others / max(len(round.cells) - 1, 1) - cell.score
            noted.append((gain, NotedRound(sheet.everybody[seat], round.engine, cell.score, others)))
    most, highest = max(gain for gain, _ in noted), max(round.score for _, round in noted)
    best = tuple(round for gain, round in noted if gain == most > 0)
    worst = tuple(round for _, round in noted if round.score == highest > 0)
    return best, worst
