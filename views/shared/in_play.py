"""The game in play: one that is not over, on a night that is still on. Links and the header of every page lead to it."""

from collections.abc import Sequence
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
    """A game that is not over, and its sheet."""

    game: Game
    sheet: Sheet

    @property
    def address(self) -> str:
        """The game's address for this browser, depending on what the browser's keys allow."""
        return address_here(self.game)


def games_in_play(club: Club | None = None) -> list[GameInPlay]:
    """The games in play that this browser's keys open, of one club or of all, newest line first."""
    games = open_games_of_tonight(key_refs(), now())
    return _not_over([game for game in games if club is None or game.club_id == club.id])


class RulesInPlay(NamedTuple):
    """The rules of a game in play, and the name that its club gave them; empty for a published set."""

    book: RuleBook
    name: str


def rules_in_play() -> list[RulesInPlay]:
    """The rules of the games in play that this browser's keys open, without repeats, newest line first."""
    rules: dict[str, RulesInPlay] = {}
    for game, sheet in games_in_play():
        rules.setdefault(str(sheet.book), RulesInPlay(sheet.book, rules_name(sheet.book, game.club_id) or ""))
    return list(rules.values())


def find_address_tonight() -> str | None:
    """The address of the game in play, or else of tonight's game with the newest line; None if there is neither."""
    games = open_games_of_tonight(key_refs(), now())
    newest = next((game for game, _ in _not_over(games)), None) or next(iter(games), None)
    return address_here(newest) if newest else None


def _not_over(games: Sequence[Game]) -> list[GameInPlay]:
    return [GameInPlay(game, sheet) for game, sheet in zip(games, load_sheets(games), strict=True) if sheet.current]


def find_address_in_play(club: Club) -> str | None:
    """The address of a club's game in play for this browser; None if there is none."""
    running = games_in_play(club)
    return running[0].address if running else None


def address_here(game: Game) -> str:
    """The address of a game in play for this browser, depending on what the browser's keys allow."""
    opened = open_game(game.ref, key_refs())
    return address_of(game, opened.access if opened else Access.VIEW)


def find_address_opened_by(key: Key) -> str | None:
    """The address of the game to go to when this key to a club or a night is opened; None if no game is on.

    For a key to a night, that is the night's newest unfinished game, even on a later day.
    """
    night = key.night_id
    games = open_games_of_tonight([key.ref], now()) if night is None else games_of_night_by_line(night)
    running = _not_over(games)
    return address_of(running[0].game, key.access) if running else None


def address_of(game: Game, access: Access) -> str:
    """The address of a game in play for somebody with this access."""
    return url_for("games.sheet" if access >= Access.SCORE else "games.follow", ref=game.ref)
