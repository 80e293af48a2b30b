"""Settling a game: its results are stored when it is over, and again after every correction."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import delete, insert, select

from models.ledger.clubs import Club, lock_club
from models.ledger.games import Game
from models.ledger.nights import Night
from models.ledger.results import RESULTS, ROUND_RESULTS, Result
from models.ledger.tallies import TALLIES
from models.results.ratings import rate_from
from models.results.rows import results_of
from models.results.sums import tally_months
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from models.store.database import db

# The columns that decide a rating, and those of the rating itself.
_DECIDES = (RESULTS.c.player_id, RESULTS.c.place, RESULTS.c.played_on)
_SAYS = (RESULTS.c.mu, RESULTS.c.sigma, RESULTS.c.streak)


def settle(game: Game) -> None:
    """Store the results of a locked game as its sheet now stands; a game that is not over has none."""
    lock_club(game.club_id)
    # Read after the lock: a player at the table may just have been merged into another.
    sheet = load_sheet(game)
    before = db.session.execute(select(*_DECIDES, *_SAYS).where(RESULTS.c.game_id == game.id)).all()
    days = {row.played_on for row in before}
    decided = {row.player_id: row for row in before}
    results = _write(game, sheet)
    days |= _days(results)
    now = {(row["player_id"], row["place"], row["played_on"]) for row in results}
    if now == {tuple(row[:3]) for row in before}:
        for player_id, row in decided.items():
            said = {"mu": row.mu, "sigma": row.sigma, "streak": row.streak}
            mine = (RESULTS.c.game_id == game.id) & (RESULTS.c.player_id == player_id)
            db.session.execute(RESULTS.update().where(mine).values(said))
    else:
        rate_from(game.club_id, min(days))
    tally_months(game.club_id, days)


def _write(game: Game, sheet: Sheet) -> list[dict[str, Any]]:
    results, rounds = results_of(game, sheet, db.session.get_one(Night, game.night_id).date)
    for table, rows in ((ROUND_RESULTS, rounds), (RESULTS, results)):
        db.session.execute(delete(table).where(table.c.game_id == game.id))
        if rows:
            db.session.execute(insert(table), rows)
    return results


def _days(results: Iterable[Mapping[str, Any]]) -> set[date]:
    return {row["played_on"] for row in results}


def settle_club(club_id: int) -> None:
    """Work out all results, ratings and tallies of a club again from its sheets. The club and its games are locked."""
    games = select(Game.id).where(Game.club_id == club_id)
    db.session.execute(delete(TALLIES).where(TALLIES.c.club_id == club_id))
    db.session.execute(delete(ROUND_RESULTS).where(ROUND_RESULTS.c.game_id.in_(games)))
    db.session.execute(delete(RESULTS).where(RESULTS.c.club_id == club_id))
    days: set[date] = set()
    for game_id in list(db.session.scalars(games.where(Game.binned_at.is_(None)).order_by(Game.id))):
        game = db.session.get_one(Game, game_id)
        days |= _days(_write(game, load_sheet(game)))
        db.session.expunge(game)
    if days:
        rate_from(club_id, min(days))
    tally_months(club_id, days)


def clubs_without_results() -> list[int]:
    """The ids of clubs with games and without results: they played before there were results, or no game of theirs is over."""
    games = select(Game.id).where(Game.club_id == Club.id).exists()
    counted = select(Result.game_id).where(Result.club_id == Club.id).exists()
    return list(db.session.scalars(select(Club.id).where(games, ~counted)))
