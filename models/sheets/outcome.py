"""The outcome of a finished game: places, margins, the best and the worst round.

Computed from the sheet, never stored.
"""

from dataclasses import dataclass
from typing import NamedTuple

from models.ledger.seats import Colour
from models.sheets.sheet import Round, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Finisher:
    """A player at the end of a game. `margin` is the distance from the winner's total.

    `place` and `margin` are None for players who left before the end.
    """

    seat: int
    player_id: int
    name: str
    colour: Colour
    place: int | None
    total: int
    margin: int | None


class NotedRound(NamedTuple):
    """A round worth mentioning: its engine, the player's score, and the scores of all others together."""

    name: str
    engine: int
    score: int
    others: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """The outcome of a game.

    `finishers` have the best first; players who left come last, those without a round are left out. `best` is the round
    that gained most on the others, `worst` the one with the highest score. Each has several if they are tied.
    """

    finishers: tuple[Finisher, ...]
    best: tuple[NotedRound, ...]
    worst: tuple[NotedRound, ...]
    last_engine: int
    rounds: int
    is_stopped: bool

    @property
    def winners(self) -> list[Finisher]:
        """The players in first place."""
        return [finisher for finisher in self.finishers if finisher.place == 1]

    @property
    def total(self) -> int:
        """The winners' total."""
        return self.finishers[0].total

    @property
    def runners_up(self) -> list[Finisher]:
        """The players in the place behind the winner; nobody if the win is shared, or if there is nobody else."""
        behind = [finisher for finisher in self.finishers if finisher.place not in (1, None)]
        return [finisher for finisher in behind if finisher.place == behind[0].place] if len(self.winners) == 1 else []


def outcome_of(sheet: Sheet) -> GameOutcome | None:
    """The outcome of a game; None until it is over, and for a game that was stopped before a round was closed."""
    closed = [round for round in sheet.rounds if round.is_closed]
    if not sheet.is_over or not closed or not sheet.leaders:
        return None
    lowest = sheet.leaders[0].total
    played = set().union(*(round.cells for round in closed))
    best, worst = _noted_rounds(sheet, closed)
    return GameOutcome(
        finishers=tuple(
            Finisher(
                seat=column.seat,
                player_id=column.player_id,
                name=column.name,
                colour=column.colour,
                place=column.place,
                total=column.total,
                margin=None if column.place is None else column.total - lowest,
            )
            for column in sheet.ranked
            if column.seat in played
        ),
        best=best,
        worst=worst,
        last_engine=closed[-1].engine,
        rounds=len(closed),
        is_stopped=sheet.is_stopped,
    )


def _noted_rounds(sheet: Sheet, closed: list[Round]) -> tuple[tuple[NotedRound, ...], tuple[NotedRound, ...]]:
    """The rounds that gained most on the average of all others, and those with the highest score; neither if zero."""
    best: list[NotedRound] = []
    worst: list[NotedRound] = []
    most, highest = 0.0, 0
    for round in closed:
        total = sum(cell.score for cell in round.cells.values())
        beside = max(len(round.cells) - 1, 1)
        for seat, cell in round.cells.items():
            score, rest = cell.score, total - cell.score
            gain = rest / beside - score
            if gain < most and score < highest:
                continue
            noted = NotedRound(sheet.everybody[seat], round.engine, score, rest)
            if gain > most:
                most, best = gain, [noted]
            elif gain == most > 0:
                best.append(noted)
            if score > highest:
                highest, worst = score, [noted]
            elif score == highest > 0:
                worst.append(noted)
    return tuple(best), tuple(worst)
