"""The game in play: not over, on a night that is still on. Links and the head of every page lead to it."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from flask import url_for

from models.access.grants import open_game
from models.access.in_play import games_of_night_by_line, open_games_of_tonight
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access, Key
from models.sheets.fold import load_sheets
from models.sheets.sheet import Sheet
from models.store.columns import now
from rules import RuleBook
from views.shared.keyring import key_refs
from views.shared.named import rules_name


class GameInPlay(NamedTuple):
    """A game that is not over, its sheet, and its address as far as the browser's keys open it."""

    game: Game
    sheet: Sheet
    address: str


def games_in_play(refs: Sequence[str]) -> list[GameInPlay]:
    """The games in play that these keys open, newest line first."""
    running = _not_over(open_games_of_tonight(refs, now()))
    return [GameInPlay(game, sheet, address_here(game)) for game, sheet in running]


class RulesInPlay(NamedTuple):
    """The rules of a game in play, and the name that its club gave them; empty for a published set."""

    book: RuleBook
    name: str


def rules_in_play(refs: Sequence[str]) -> list[RulesInPlay]:
    """The rules of the games in play that these keys open, each once, those of the game with the newest line first."""
    running = _not_over(open_games_of_tonight(refs, now()))
    rules = [RulesInPlay(sheet.book, rules_name(sheet.book, game.club_id) or "") for game, sheet in running]
    return list({str(in_play.book): in_play for in_play in reversed(rules)}.values())[::-1]


class Tonight(NamedTuple):
    """One of tonight's games: whether it is in play, when its newest line was entered, and its address. The one that
    sorts last is the one to play.
    """

    is_in_play: bool
    newest_at: datetime
    address: str


def find_tonight(refs: Sequence[str]) -> Tonight | None:
    """The game in play that these keys open, or else tonight's game with the newest line; None if there is neither."""
    games = open_games_of_tonight(refs, now())
    if not games:
        return None
    pairs = list(zip(games, load_sheets(games), strict=True))
    game, sheet = next((pair for pair in pairs if pair[1].current), pairs[0])
    return Tonight(sheet.current is not None, newest_at(game, sheet), address_here(game))


def newest_at(game: Game, sheet: Sheet) -> datetime:
    """The moment of a game's newest line, or of its start."""
    return sheet.lines[-1].at if sheet.lines else game.started_at


def _not_over(games: Sequence[Game]) -> list[tuple[Game, Sheet]]:
    return [(game, sheet) for game, sheet in zip(games, load_sheets(games), strict=True) if sheet.current]


def _of(club: Club) -> list[tuple[Game, Sheet]]:
    """The games in play of one club, as far as this browser's keys open them."""
    games = open_games_of_tonight(key_refs(), now())
    return _not_over([game for game in games if game.club_id == club.id])


def games_in_play_of(club: Club) -> list[GameInPlay]:
    """The games in play of one club, as far as this browser's keys open them, each with its address."""
    return [GameInPlay(game, sheet, address_here(game)) for game, sheet in _of(club)]


def find_address_in_play(club: Club) -> str | None:
    """The address of a club's game in play for this browser; None if there is none."""
    running = _of(club)
    return address_here(running[0][0]) if running else None


def address_here(game: Game) -> str:
    """The address of a game in play for this browser, as far as its keys open the game."""
    opened = open_game(game.ref, key_refs())
    return address_of(game, opened.access if opened else Access.VIEW)


def find_address_opened_by(key: Key) -> str | None:
    """The address of the game that opening this key to a club or a night leads to; None if no game is on.

    For a key to a night it is the night's newest game that is not over, even on a later day.
    """
    night = key.night_id
    games = open_games_of_tonight([key.ref], now()) if night is None else games_of_night_by_line(night)
    running = _not_over(games)
    return address_of(running[0][0], key.access) if running else None


def address_of(game: Game, access: Access) -> str:
    """The address of a game in play for somebody with this access."""
    return url_for("games.sheet" if access >= Access.SCORE else "games.follow", ref=game.ref)
