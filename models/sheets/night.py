"""The ranking of a night: each player's results over all its games."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.ledger.games import Game
from models.ledger.nights import Night
from models.sheets.sheet import Sheet


@dataclass(frozen=True, slots=True)
class NightFigures:
    """A player's results on a night: games won (a shared win is a win), rounds closed, and the pips in them with all penalties."""

    name: str
    games_won: int = 0
    pips: int = 0
    rounds: int = 0

    @property
    def average(self) -> float | None:
        """Pips per round; None without a round."""
        return self.pips / self.rounds if self.rounds else None


def night_figures(night: Night, games: Iterable[tuple[Game, Sheet, str]]) -> list[NightFigures]:
    """The results of everybody with rounds, pips or wins on that night, the lowest average first.

    Each game comes with the `ref` of the night on which it began. A round counts for the night on which it was closed. A
    penalty counts for the night on which it was given. A game is won on its last night.
    """
    figures: dict[int, NightFigures] = {}
    for _, sheet, began in games:
        closed = (round for round in sheet.rounds if round.is_closed)
        tonight = [round for round in closed if sheet.night_of(round, began) == night.ref]
        penalties = [one for one in sheet.penalties if sheet.night_at(one.number, began) == night.ref]
        last_night = sheet.sittings[-1].ref if sheet.sittings else began
        ends_tonight = sheet.is_over and last_night == night.ref
        for column in sheet.columns:
            scores = [round.cells[column.seat].score for round in tonight if column.seat in round.cells]
            added = sum(one.payload.added for one in penalties if one.payload.seat == column.seat)
            so_far = figures.get(column.player_id, NightFigures(column.name))
            figures[column.player_id] = NightFigures(
                column.name,
                so_far.games_won + (ends_tonight and column.place == 1),
                so_far.pips + sum(scores) + added,
                so_far.rounds + len(scores),
            )
    shown = (one for one in figures.values() if one.rounds or one.pips or one.games_won)
    return sorted(shown, key=lambda one: (one.average is None, one.average or 0))
