"""How a night stands over all its games."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Evening:
    """One player's night: games won (a shared win is a win), pips and rounds of all closed rounds."""

    name: str
    games_won: int
    pips: int
    rounds: int

    @property
    def average(self) -> float:
        """Pips a round."""
        return self.pips / self.rounds


def stand(sheets: Iterable[Sheet]) -> list[Evening]:
    """Everybody who has a closed round, the lowest average first."""
    tallies: dict[int, Evening] = {}
    for sheet in sheets:
        for column in sheet.columns:
            scores = [
                round.cells[column.seat].score
                for round in sheet.rounds
                if round.is_closed and column.seat in round.cells
            ]
            so_far = tallies.get(column.player_id, Evening(column.name, 0, 0, 0))
            won = so_far.games_won + (sheet.is_over and column.place == 1)
            tallies[column.player_id] = Evening(
                column.name, won, so_far.pips + sum(scores), so_far.rounds + len(scores)
            )
    return sorted((one for one in tallies.values() if one.rounds), key=lambda one: one.average)
