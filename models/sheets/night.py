"""A night: its story, and the players ranked by their results in all its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.ledger.games import Game
from models.ledger.nights import Night
from models.sheets.progress import progress_of
from models.sheets.sheet import Round, Sheet
from models.texts import say
from rules.tile import tile
from rules.wording import list_of


@dataclass(frozen=True, slots=True)
class NightFigures:
    """A player's results on a night.

    The results are games won (a shared win counts), rounds closed, and the pips of those rounds plus all penalties.
    """

    name: str
    games_won: int = 0
    pips: int = 0
    rounds: int = 0

    @property
    def average(self) -> float | None:
        """Pips per round; None if there are no rounds."""
        return self.pips / self.rounds if self.rounds else None


class NightGame(NamedTuple):
    """A game that was played on a night, at least in part, and the `ref` of the night on which it started."""

    game: Game
    sheet: Sheet
    began: str

    def rounds_on(self, night: Night) -> list[Round]:
        """The rounds that were closed on this night."""
        closed = (round for round in self.sheet.rounds if round.is_closed)
        return [round for round in closed if self.sheet.night_of(round, self.began) == night.ref]

    def ends_on(self, night: Night) -> bool:
        """True if the game ended on this night."""
        last = self.sheet.sittings[-1].ref if self.sheet.sittings else self.began
        return self.sheet.is_over and last == night.ref


def tell_night(night: Night, games: Sequence[NightGame]) -> list[str]:
    """The story of a night: how each game that ended that night was won, and the best and the worst round."""
    won_games = [game.sheet for game in games if game.ends_on(night) and len(game.sheet.leaders) == 1]
    story = [_turn(sheet, "-against" if won_games[1:] else "") for sheet in won_games]
    rounds = [(game.sheet, round) for game in games for round in game.rounds_on(night)]
    won = [(sheet, round) for sheet, round in rounds if sum(cell.is_out for cell in round.cells.values()) == 1]
    if won:
        sheet, best = max(won, key=lambda pair: _average(pair[1]))
        winner = next(seat for seat, cell in best.cells.items() if cell.is_out)
        left = sum(cell.score for cell in best.cells.values() if not cell.is_out)
        story.append(say("night.best", name=sheet.names[winner], tile=str(tile(best.engine, best.engine)), pips=left))
    cells = [(sheet, round, seat, cell) for sheet, round in rounds for seat, cell in round.cells.items()]
    worst = max(cells, key=lambda entry: entry[3].score, default=None)
    if worst and worst[3].score:
        sheet, round, seat, cell = worst
        story.append(
            say("night.worst", name=sheet.names[seat], tile=str(tile(round.engine, round.engine)), pips=cell.score)
        )
    return story


def _average(round: Round) -> float:
    """The average number of pips left in the hands of the players who did not go out in a round."""
    return sum(cell.score for cell in round.cells.values()) / max(len(round.cells) - 1, 1)


def _turn(sheet: Sheet, against: str) -> str:
    """A sentence that names the round from which the winner led to the end.

    If `against` is not empty, the sentence names the other players, too.
    """
    winner, progress = sheet.leaders[0], progress_of(sheet)
    others = list_of([column.name for column in sheet.columns if column.seat != winner.seat])
    behind = [step for step in progress if step.places.get(winner.seat) != 1]
    if not behind:
        return say(f"night.led{against}", name=winner.name, others=others)
    turn = progress[progress.index(behind[-1]) + 1].round
    return say(f"night.turn{against}", name=winner.name, others=others, tile=str(tile(turn.engine, turn.engine)))


def night_figures(night: Night, games: Iterable[NightGame]) -> list[NightFigures]:
    """Everybody's results on the night, lowest average first; players without rounds, pips or wins are left out.

    A round counts for the night on which it was closed, a penalty for the night on which it was given, and a win
    for the last night of the game.
    """
    figures: dict[int, NightFigures] = {}
    for game in games:
        sheet, began, tonight, ends_tonight = game.sheet, game.began, game.rounds_on(night), game.ends_on(night)
        penalties = [line for line in sheet.penalties if sheet.night_at(line.number, began) == night.ref]
        for column in sheet.columns:
            scores = [round.cells[column.seat].score for round in tonight if column.seat in round.cells]
            added = sum(line.payload.added for line in penalties if line.payload.seat == column.seat)
            so_far = figures.get(column.player_id, NightFigures(column.name))
            figures[column.player_id] = NightFigures(
                column.name,
                so_far.games_won + (ends_tonight and column.place == 1),
                so_far.pips + sum(scores) + added,
                so_far.rounds + len(scores),
            )
    shown = (player for player in figures.values() if player.rounds or player.pips or player.games_won)
    return sorted(shown, key=lambda player: (player.average is None, player.average or 0))
