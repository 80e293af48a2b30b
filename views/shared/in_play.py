"""The game in play: not over, on a night that is still on. Links and the head of every page lead to it."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from flask import url_for

from models.access.grants import open_game
from models.access.in_play import games_of_night_by_line, open_games_of_tonight
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access, Key
from models.sheets.fold import load_sheets
from models.sheets.sheet import Sheet
from views.shared.keyring import key_refs


class GameInPlay(NamedTuple):
    """A game that is not over, with its sheet."""

    game: Game
    sheet: Sheet

    @property
    def address(self) -> str:
        """The address of the game for this browser, as far as its keys open it."""
        return address_here(self.game)


def games_in_play(refs: Sequence[str]) -> list[GameInPlay]:
    """The games in play that these keys open, the one with the newest line first."""
    return _not_over(open_games_of_tonight(refs, date.today()))


def find_address_tonight() -> str | None:
    """The address of the game in play for this browser, or else of tonight's game with the newest line; None without any."""
    games = open_games_of_tonight(key_refs(), date.today())
    running = _not_over(games)
    return address_here(running[0].game if running else games[0]) if games else None


def _not_over(games: Sequence[Game]) -> list[GameInPlay]:
    return [GameInPlay(game, sheet) for game, sheet in zip(games, load_sheets(games), strict=True) if sheet.current]


def games_in_play_of(club: Club) -> list[GameInPlay]:
    """The games in play of one club, as far as this browser's keys open them."""
    return [one for one in games_in_play(key_refs()) if one.game.club_id == club.id]


def find_address_in_play(club: Club) -> str | None:
    """The address of a club's game in play for this browser; None if there is none."""
    running = games_in_play_of(club)
    return address_here(running[0].game) if running else None


def address_here(game: Game) -> str:
    """The address of a game in play for this browser, as far as its keys open the game."""
    opened = open_game(game.ref, key_refs())
    return address_of(game, opened.access if opened else Access.VIEW)


def find_address_opened_by(key: Key) -> str | None:
    """The address of the game for which somebody opens this key to a club or a night; None if no game is on.

    For a key to a night it is the night's newest game that is not over, even on a later day.
    """
    games = games_in_play([key.ref]) if key.night_id is None else _not_over(games_of_night_by_line(key.night_id))
    return address_of(games[0].game, key.access) if games else None


def address_of(game: Game, access: Access) -> str:
    """The address of a game in play for somebody with this access."""
    return url_for("games.sheet" if access >= Access.SCORE else "games.follow", ref=game.ref)
