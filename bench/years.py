"""A club with any number of nights behind it: real lines, entered in bulk, and settled as any other game."""

import random
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import insert

from models import db
from models.ledger.clubs import Club, call_player
from models.ledger.games import Game, Seat
from models.ledger.keys import Access
from models.ledger.lines import Kind, Line
from models.ledger.nights import Night, Note
from models.play.start import found_with_keys
from models.results.settle import settle_club
from rules import RULE_BOOKS

NAMES = ["Ana", "Ben", "Cai", "Dee", "Eli", "Fay", "Gus", "Hal"]
NOTES = ["The cat slept on the boneyard.", "Fay brought the new set.", "Nobody could play for three turns."]
_AT_ONCE = 500


def found_club_with_years(nights: int, seed: int = 1) -> tuple[Club, int]:
    """A club that has played on so many days in a row up to today, and the id of the key that opens it."""
    luck = random.Random(seed)  # noqa: S311 (scores for show)
    club, key = found_with_keys(f"{nights} nights", {Access.MANAGE: "m"}, "Ana")
    players = [call_player(club.id, name).id for name in NAMES]
    for begun in range(0, nights, _AT_ONCE):
        days = [
            date.today() - timedelta(days=nights - number) for number in range(begun, min(begun + _AT_ONCE, nights))
        ]
        _play(club.id, players, days, luck)
    settle_club(club.id)
    return club, key.id


def _play(club_id: int, players: list[int], days: list[date], luck: random.Random) -> None:
    """One game on each of these days."""
    begun = {day: datetime.combine(day, time(19, 30), UTC) for day in days}
    nights = _insert(Night, [{"club_id": club_id, "date": day, "started_at": begun[day]} for day in days])
    notes = [night for number, night in enumerate(nights) if number % 5 == 0]
    _insert(Note, [_note(night, luck.choice(NOTES), begun[days[0]]) for night in notes])
    books = [luck.choice(list(RULE_BOOKS.values())) for _ in days]
    games = _insert(
        Game,
        [
            {
                "club_id": club_id,
                "night_id": night,
                "rules": book,
                "engines": book.options.engines,
                "started_at": begun[day],
                "started_by": "Ana",
            }
            for night, book, day in zip(nights, books, days, strict=True)
        ],
    )
    here = [luck.sample(players, luck.randint(3, 5)) for _ in days]
    placed = [
        (game, player, place) for game, who in zip(games, here, strict=True) for place, player in enumerate(who, 1)
    ]
    seats = _insert(Seat, [{"game_id": game, "player_id": player, "place": place} for game, player, place in placed])
    sitting: dict[int, list[int]] = {}
    for (game, _, _), seat in zip(placed, seats, strict=True):
        sitting.setdefault(game, []).append(seat)
    for game, book, day in zip(games, books, days, strict=True):
        rounds = len(book.options.engines)
        db.session.execute(insert(Line), _lines(game, sitting[game], rounds, begun[day], luck))


def _note(night: int, text: str, at: datetime) -> dict[str, object]:
    return {"night_id": night, "text": text, "folded": text.casefold(), "by": "Ana", "at": at}


def _lines(game: int, seats: list[int], rounds: int, at: datetime, luck: random.Random) -> list[dict[str, object]]:
    lines = []
    for round in range(1, rounds + 1):
        out = luck.choice(seats)
        for place, seat in enumerate(seats):
            number = (round - 1) * len(seats) + place + 1
            pips = 0 if seat == out else luck.randint(1, 60)
            lines.append(
                {
                    "game_id": game,
                    "number": number,
                    "entry": number - place,
                    "kind": Kind.SCORE,
                    "round": round,
                    "seat_id": seat,
                    "pips": pips,
                    "is_out": seat == out,
                    "text": str(pips),
                    "by": "Ana",
                    "at": at + timedelta(minutes=5 * round),
                }
            )
    return lines


def _insert(model, rows: list[dict[str, object]]) -> list[int]:
    """Insert rows; their ids in the same order."""
    return list(db.session.scalars(insert(model).returning(model.id, sort_by_parameter_order=True), rows))
