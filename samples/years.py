"""A club with any number of nights. Its games have real lines, entered in bulk, and are settled like any others."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

from sqlalchemy import insert

from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access, Key
from models.ledger.lines import Score, SheetRow, pack_line
from models.ledger.nights import Night, Note
from models.ledger.players import find_or_add_player
from models.ledger.seats import Seat
from models.play.start import create_club_with_keys
from models.results.settle import settle_club
from models.store.database import db
from rules import RULE_BOOKS, RuleBook
from samples.cast import KEEPER, PEOPLE

NOTES = ["The cat slept on the boneyard.", "Fay brought the new set.", "Nobody could play for three turns."]
# Two of every fifty nights have a name.
NIGHT_NAMES = {3: "Christmas", 13: "The long night"}
_AT_ONCE = 500

Row = dict[str, Any]


def create_club_with_years(nights: int) -> tuple[Club, Key]:
    """A club that has played on each of the last `nights` days, up to yesterday, and its manager's key."""
    luck = Random(1)
    club, key = create_club_with_keys(f"{nights} nights", {Access.MANAGE: "m"}, KEEPER)
    players = [find_or_add_player(club.id, name).id for name in PEOPLE]
    days = [date.today() - timedelta(days=nights - number) for number in range(nights)]
    for begun in range(0, nights, _AT_ONCE):
        _play(club.id, players, days[begun : begun + _AT_ONCE], luck)
    settle_club(club.id)
    return club, key


def _play(club_id: int, players: list[int], days: Sequence[date], luck: Random) -> None:
    """Play one game on each of these days."""
    begun = [datetime.combine(day, time(19, 30), UTC) for day in days]
    rows = [{"club_id": club_id, "date": day, "started_at": at} for day, at in zip(days, begun, strict=True)]
    nights = _insert(Night, [row | {"name": NIGHT_NAMES.get(place % 50)} for place, row in enumerate(rows)])
    _insert(Note, [_note(night, luck.choice(NOTES), begun[0]) for night in nights[::5]])
    books = [luck.choice(list(RULE_BOOKS.values())) for _ in days]
    games = _insert(Game, [_game(club_id, *facts) for facts in zip(nights, books, begun, strict=True)])
    groups = [luck.sample(players, luck.randint(3, 5)) for _ in days]
    seats = _seat(games, groups)
    for game, book, at in zip(games, books, begun, strict=True):
        db.session.execute(insert(SheetRow), _lines(game, seats[game], len(book.options.engines), at, luck))


def _note(night: int, text: str, at: datetime) -> Row:
    return {"night_id": night, "text": text, "folded": text.casefold(), "by": KEEPER, "at": at}


def _game(club_id: int, night: int, book: RuleBook, at: datetime) -> Row:
    begun = {"club_id": club_id, "night_id": night, "started_at": at, "started_by": KEEPER}
    return {**begun, "rules": book, "engines": book.options.engines}


def _seat(games: list[int], groups: list[list[int]]) -> dict[int, list[int]]:
    """Seat the players of every game. Returns the seats by game, clockwise."""
    rows = [
        {"game_id": game, "player_id": player, "place": place}
        for game, players in zip(games, groups, strict=True)
        for place, player in enumerate(players, 1)
    ]
    seats: dict[int, list[int]] = {game: [] for game in games}
    for row, seat in zip(rows, _insert(Seat, rows), strict=True):
        seats[row["game_id"]].append(seat)
    return seats


def _lines(game: int, seats: list[int], rounds: int, at: datetime, luck: Random) -> list[Row]:
    lines = []
    for round in range(1, rounds + 1):
        out = luck.choice(seats)
        for place, seat in enumerate(seats):
            number = (round - 1) * len(seats) + place + 1
            pips = 0 if seat == out else luck.randint(1, 60)
            signed = {"by": KEEPER, "at": at + timedelta(minutes=5 * round)}
            written = {"game_id": game, "number": number, "entry": number - place, **signed}
            score = Score(round=round, seat=seat, pips=pips, is_out=seat == out, text=str(pips))
            lines.append(written | pack_line(score))
    return lines


def _insert(model: type[Any], rows: list[Row]) -> list[int]:
    """Insert rows. Returns their ids in the same order."""
    return list(db.session.scalars(insert(model).returning(model.id, sort_by_parameter_order=True), rows))
