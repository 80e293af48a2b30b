"""Club files as large and as awkward as the upload page accepts."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from models.files.club_reader import FROM_A_PAGE

AT = "2026-01-01T00:00:00+00:00"

# A part of a file, as written in JSON.
Facts = dict[str, Any]


def _file(players: int, nights: list[Facts], **more: list[Facts]) -> Facts:
    club = {"ref": "abcdefghij", "name": "Big", "founded_at": AT}
    named = [{"ref": str(10**9 + player), "name": f"P{player}", "joined_at": AT} for player in range(players)]
    return {"roundhouse": 2, "club": club, "players": named, "house_rules": [], "nights": nights, **more}


def _night(number: int, *games: Facts, notes: int = 0, apart: int = 1) -> Facts:
    day = date(1900, 1, 1) + timedelta(days=number * apart)
    entries = [{"text": f"note {note}", "by": "A", "at": AT} for note in range(notes)]
    return {"ref": str(2 * 10**9 + number), "date": str(day), "started_at": AT, "notes": entries, "games": list(games)}


def _game(number: int, seats: int, rounds: int, kept: tuple[Facts, ...] = ()) -> Facts:
    """A game of double nine. The player in the first seat goes out in every round."""
    lines = [
        {"by": "A", "at": AT, "kind": "score", "round": round, "seat": seat, "pips": 5 * (seat > 1)}
        | ({"out": True, "text": "0"} if seat == 1 else {"text": "5"})
        for round in range(1, rounds + 1)
        for seat in range(1, seats + 1)
    ]
    begun = {"ref": str(3 * 10**9 + number), "rules": "double-nine", "engines": list(range(9, 9 - rounds, -1))}
    seated = [{"player": f"P{seat}", "place": seat + 1} for seat in range(seats)]
    begun |= {"started_at": AT, "started_by": "A", "seats": seated}
    return begun | {"lines": lines, "kept": list(kept), "hands": []}


def _kept(moves: int, chain: bool = False) -> Facts:
    table = {"kind": "table", "text": "double-nine 9 A/B/C/D/M A1 10", "seats": [1, 2, 3, 4], "by": "A", "at": AT}
    pairs = [(high, low) for high in range(9) for low in range(high)]
    played: list[Facts] = [
        {
            "kind": "move",
            "text": "{2} {0}-{1}@{2}".format(*pairs[turn % len(pairs)], "ABCD"[turn % 4]),
            "by": "A",
            "at": AT,
        }
        | ({"after": turn + 1} if chain and turn else {})
        for turn in range(moves)
    ]
    return {"round": 1, "lines": [table, *played]}


def _nights(size: int) -> Facts:
    """Ordinary nights of four players, ten rounds each."""
    return _file(4, [_night(number, _game(number, 4, 10)) for number in range(min(size // 5200, FROM_A_PAGE.games))])


def _months(size: int) -> Facts:
    """As many nights as allowed, each in a different month and with one short game."""
    most = min(FROM_A_PAGE.nights, FROM_A_PAGE.games, size // 1100)
    return _file(4, [_night(number, _game(number, 2, 1), apart=31) for number in range(most)])


def _players(size: int) -> Facts:
    """As many pairs of players as allowed, with eight players at every table."""
    games = [_game(number, 8, 5) for number in range(min(size // 6000, FROM_A_PAGE.pairs // 28 // 3))]
    for number, game in enumerate(games):
        game["seats"] = [
            {"player": f"P{(number * 8 + seat) % FROM_A_PAGE.players}", "place": seat + 1} for seat in range(8)
        ]
    return _file(FROM_A_PAGE.players, [_night(number, game, apart=31) for number, game in enumerate(games)])


def _moves(size: int) -> Facts:
    """The longest tracked rounds that are allowed."""
    return _file(4, [_night(0, *(_game(number, 4, 1, (_kept(2900),)) for number in range(size // 260_000)))])


def _chains(size: int) -> Facts:
    """Tracked rounds in which each move's `after` is the move before it."""
    return _file(
        4, [_night(0, *(_game(number, 4, 1, (_kept(2900, chain=True),)) for number in range(size // 300_000)))]
    )


def _corrections(size: int) -> Facts:
    """Scores that were corrected thousands of times."""
    games = [_game(number, 4, 1) for number in range(size // 112 // FROM_A_PAGE.lines)]
    for game in games:
        game["lines"] = [game["lines"][1 + line % 3] for line in range(FROM_A_PAGE.lines)]
    return _file(4, [_night(0, *games)])


def _notes(size: int) -> Facts:
    return _file(2, [_night(0, notes=size // 90)])


def _tournaments(size: int) -> Facts:
    """As many tournaments as allowed, with all the players in each."""
    people = [f"P{player}" for player in range(size // FROM_A_PAGE.tournaments // 14)][: FROM_A_PAGE.players]
    begun = {"night": str(2 * 10**9), "name": "Cup", "format": "winners", "games": 1, "largest": 4, "movers": 1}
    begun |= {"rules": "double-twelve", "engines": [12], "lot": "1", "started_at": AT, "started_by": "A"}
    cups = [
        {"ref": str(4 * 10**9 + number), **begun, "players": people, "tables": [], "lines": []}
        for number in range(FROM_A_PAGE.tournaments)
    ]
    return _file(max(len(people), 1), [_night(0)], tournaments=cups)


# Each function makes a file of about `size` bytes.
KINDS: dict[str, Callable[[int], Facts]] = {
    "ordinary nights": _nights,
    "a night a month": _months,
    "many players": _players,
    "long tracked rounds": _moves,
    "chains of mended moves": _chains,
    "corrections": _corrections,
    "notes": _notes,
    "tournaments": _tournaments,
}
