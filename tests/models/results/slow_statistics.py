"""The figures, ratings and streaks of a club, computed slowly and simply from every sheet."""

from datetime import date
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import select

from models import db
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.lines import WentOn
from models.ledger.nights import Night
from models.ledger.players import Player
from models.ledger.results import RESULTS, ROUND_RESULTS
from models.ledger.tallies import TALLIES
from models.results.statistics import Figures
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet

# The day on which a game counts, its number, and its sheet.
Over = tuple[date, int, Sheet]


def games_over(club: Club) -> list[Over]:
    """Every finished game, in the order in which the games count."""
    games = []
    for game in db.session.scalars(select(Game).where(Game.club_id == club.id, Game.binned_at.is_(None))):
        sheet = load_sheet(game)
        later = [line for line in sheet.lines if isinstance(line.payload, WentOn) and line.payload.night]
        assert len(later) >= len(sheet.sittings)
        ended = sheet.sittings[-1].date if sheet.sittings else db.session.get_one(Night, game.night_id).date
        if sheet.is_over and sheet.rounds_closed:
            games.append((ended, game.id, sheet))
    return sorted(games, key=lambda entry: entry[:2])


def figures_of(
    over: list[Over], player_id: int, first: date = date.min, last: date = date.max
) -> dict[tuple[str, str], Figures]:
    """A player's figures by kind of tally and key, added up game by game and round by round."""
    games = [sheet for day, _, sheet in over if first <= day <= last]
    sums: dict[tuple[str, str], list[list[int]]] = {}
    for sheet in games:
        me = next((column for column in sheet.columns if column.player_id == player_id), None)
        if me is None:
            continue
        closed = [r for r in sheet.rounds if r.is_closed and me.seat in r.cells]
        if not closed:
            continue
        scores = [r.cells[me.seat].score for r in closed]
        outs = sum(r.cells[me.seat].is_out for r in closed)
        placed = me.place is not None
        whole = [int(placed), int(me.place == 1), 0, len(scores), sum(scores), me.total * placed, outs]
        whole += [min(scores), max(scores)]
        players = sum(column.place is not None for column in sheet.columns)
        for side, key in (("all", ""), ("rules", str(sheet.book)), ("players", str(players))):
            sums.setdefault((side, key), []).append(whole)
        for number, r in enumerate(closed):
            cell, engines = r.cells[me.seat], [earlier.engine for earlier in closed[:number]]
            row = [int(r.engine not in engines), 0, 0, 1, cell.score, 0, int(cell.is_out), cell.score, cell.score]
            sums.setdefault(("engine", str(r.engine)), []).append(row)
        for rival in sheet.columns:
            if me.place is not None and rival.place is not None and rival is not me:
                met = [1, int(me.place < rival.place), int(me.place > rival.place), 0, 0, 0, 0, 0, 0]
                sums.setdefault(("rival", str(rival.player_id)), []).append(met)
    return {at: _add_up(rows) for at, rows in sums.items()}


def _add_up(rows: list[list[int]]) -> Figures:
    columns = list(zip(*rows, strict=True))
    return Figures._make([*map(sum, columns[:7]), min(columns[7]), max(columns[8])])


def ratings_of(over: list[Over]) -> dict[tuple[int, int], tuple[float, float]]:
    """The rating of every player after each game, from the first game on."""
    model = PlackettLuce()
    now: dict[int, tuple[float, float]] = {}
    after: dict[tuple[int, int], tuple[float, float]] = {}
    for _, game_id, sheet in over:
        placed = sorted((c.place, c.player_id) for c in sheet.columns if c.place is not None)
        teams = [[model.create_rating(list(now.get(player, (25.0, 25.0 / 3))))] for _, player in placed]
        if len(placed) > 1:
            teams = model.rate(teams, ranks=[place for place, _ in placed])
        for (_, player), (rating,) in zip(placed, teams, strict=True):
            now[player] = after[game_id, player] = (rating.mu, rating.sigma)
    return after


def streak_of(over: list[Over], player_id: int, first: date = date.min, last: date = date.max) -> int:
    """The most games in a row that a player won."""
    longest = running = 0
    for day, _, sheet in over:
        me = next((column for column in sheet.columns if column.player_id == player_id), None)
        if me is not None and me.place is not None and first <= day <= last:
            running = running + 1 if me.place == 1 else 0
            longest = max(longest, running)
    return longest


def everybody(club: Club) -> list[Player]:
    """The players of a club."""
    return list(db.session.scalars(select(Player).where(Player.club_id == club.id).order_by(Player.id)))


def everything() -> list[list[tuple[Any, ...]]]:
    """Every result, round result and tally in the database."""
    tables = (RESULTS, ROUND_RESULTS, TALLIES)
    return [sorted(tuple(row) for row in db.session.execute(select(table))) for table in tables]
