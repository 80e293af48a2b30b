"""How a night stands over all its games."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.games import Game
from models.nights import Night
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


def stand(night: Night, games: Iterable[tuple[Game, Sheet, str]]) -> list[Evening]:
    """Everybody who closed a round that night, the lowest average first. Each game comes with the night it began."""
    tallies: dict[int, Evening] = {}
    for _, sheet, began in games:
        closed = [round for round in sheet.rounds if round.is_closed]
        tonight = [round for round in closed if sheet.night_of(round, began) == night.ref]
        ended_tonight = sheet.is_over and closed[-1:] == tonight[-1:]
        for column in sheet.columns:
            scores = [round.cells[column.seat].score for round in tonight if column.seat in round.cells]
            so_far = tallies.get(column.player_id, Evening(column.name, 0, 0, 0))
            won = so_far.games_won + (ended_tonight and column.place == 1)
            tallies[column.player_id] = Evening(
                column.name, won, so_far.pips + sum(scores), so_far.rounds + len(scores)
            )
    return sorted((one for one in tallies.values() if one.rounds), key=lambda one: one.average)
