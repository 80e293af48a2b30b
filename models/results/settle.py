"""Settling games: results are stored when a game is over, and again after every correction."""

from collections.abc import Collection, Iterable

from sqlalchemy import delete, select

from models.ledger.clubs import Club, lock_club
from models.ledger.games import Game, first_day_of
from models.ledger.results import RESULTS, ROUND_RESULTS, Result, RoundResult
from models.ledger.tallies import TALLIES
from models.results.ratings import UNRATED, Played, rate_due, rate_from, ratings_due_from
from models.results.rows import Row, results_of
from models.results.sums import tally_months
from models.sheets.fold import load_sheets
from models.store.database import db
from models.store.transactions import in_parts, insert_many


def settle(club_id: int, games: Iterable[Game]) -> None:
    """Store the current results of a club's locked games.

    A game that is not over, or is in the bin, has no results.
    """
    lock_club(club_id)
    db.session.flush()
    by_id = {game.id: game for game in games}
    before = {
        (row.game_id, row.player_id): row
        for part in in_parts(by_id)
        for row in db.session.execute(select(RESULTS).where(RESULTS.c.game_id.in_(part)))
    }
    results, rounds = _rows_of(by_id.values())
    # Results with a changed place or day, and results that exist only in the old rows or only in the new ones.
    differing = {(row.played_on, row.game_id, row.player_id, row.place) for row in before.values()} ^ {
        (row["played_on"], row["game_id"], row["player_id"], row["place"]) for row in results
    }
    changed = {(played_on, game_id) for played_on, game_id, *_ in differing}
    changed_games = {game_id for _, game_id in changed}
    for row in results:
        if row["game_id"] not in changed_games:
            rated = before[row["game_id"], row["player_id"]]
            row.update(mu=rated.mu, sigma=rated.sigma, streak=rated.streak)
    for part in in_parts(by_id):
        for table in (ROUND_RESULTS, RESULTS):
            db.session.execute(delete(table).where(table.c.game_id.in_(part)))
    insert_many(RoundResult, rounds)
    insert_many(Result, results)
    if changed:
        rate_from(club_id, min(changed))
    tally_months(club_id, [row.played_on for row in before.values()] + [row["played_on"] for row in results])


def _rows_of(games: Iterable[Game]) -> tuple[list[Row], list[Row]]:
    """The results of games and of their rounds as rows, not rated yet. Sheets are read while the club is locked."""
    results, rounds = list[Row](), list[Row]()
    counted = [game for game in games if game.binned_at is None]
    for game, sheet in zip(counted, load_sheets(counted), strict=True):
        of_game, of_rounds = results_of(game, sheet, first_day_of(game))
        results += [row | UNRATED for row in of_game]
        rounds += of_rounds
    return results, rounds


def settle_club(club_id: int) -> None:
    """Recompute all results, ratings and tallies of a club from its sheets. The club and its games must be locked."""
    games = select(Game.id).where(Game.club_id == club_id)
    db.session.execute(delete(TALLIES).where(TALLIES.c.club_id == club_id))
    db.session.execute(delete(ROUND_RESULTS).where(ROUND_RESULTS.c.game_id.in_(games)))
    db.session.execute(delete(RESULTS).where(RESULTS.c.club_id == club_id))
    played = set[Played]()
    for game_id in list(db.session.scalars(games.where(Game.binned_at.is_(None)).order_by(Game.id))):
        game = db.session.get_one(Game, game_id)
        results, rounds = _rows_of([game])
        insert_many(RoundResult, rounds)
        insert_many(Result, results)
        played |= {(row["played_on"], game.id) for row in results}
        db.session.expunge(game)
    count_again(club_id, played)
    while ratings_due_from(club_id):
        rate_due(club_id)


def hand_results_on(club_id: int, player_id: int, to_id: int) -> None:
    """Transfer a player's results in a locked club to another player, who sat in none of these games."""
    results = select(RESULTS.c.played_on, RESULTS.c.game_id).where(RESULTS.c.player_id == player_id)
    played = [(row.played_on, row.game_id) for row in db.session.execute(results)]
    for table in (ROUND_RESULTS, RESULTS):
        db.session.execute(table.update().where(table.c.player_id == player_id).values(player_id=to_id))
    count_again(club_id, played)


def count_again(club_id: int, played: Collection[Played]) -> None:
    """Rate a locked club's games from the first of these games on, and recompute the tallies of their days."""
    if played:
        rate_from(club_id, min(played))
    tally_months(club_id, [day for day, _ in played])


def clubs_without_results() -> list[int]:
    """The ids of clubs with games but no results: their games predate stored results, or none of them is over."""
    games = select(Game.id).where(Game.club_id == Club.id).exists()
    counted = select(Result.game_id).where(Result.club_id == Club.id).exists()
    return list(db.session.scalars(select(Club.id).where(games, ~counted)))
