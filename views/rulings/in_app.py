"""Links from an answer about the app to the page that the answer describes, resolved for the reader's phone."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from models.access.grants import Opened, open_club, open_clubs, open_game, open_games
from models.access.in_play import open_games_of_tonight
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access
from models.store.columns import now
from views.shared.in_play import address_of
from views.shared.keyring import key_refs

pages = Blueprint("in_app", __name__)

# The places that answers link to: pages of the game in play, or else of the newest game, and pages of its club, each with
# the access that it needs.
OF_GAME = {
    "sheet": ("games.sheet", Access.SCORE),
    "log": ("games.log", Access.VIEW),
    "changes": ("changes.changes", Access.SCORE),
    "colours": ("colours.colours", Access.SCORE),
    "print": ("prints.sheet", Access.VIEW),
    "result": ("results.result", Access.VIEW),
    "tv": ("games.tv", Access.VIEW),
}
OF_CLUB = {
    "bin": ("bins.bin", Access.MANAGE),
    "bring": ("imports.choose_file", Access.MANAGE),
    "club": ("clubs.club", Access.VIEW),
    "history": ("history.nights", Access.VIEW),
    "house-rules": ("house_rules.house_rules", Access.VIEW),
    "keys": ("keys.keys", Access.MANAGE),
    "share": ("keys.share", Access.MANAGE),
    "statistics": ("statistics.club", Access.VIEW),
}
ANYWHERE = {"start": "starts.start", "start-tournament": "tournaments.start"}


@pages.get("/in-app/<place>")
def lead(place: str) -> ResponseReturnValue:
    """Redirect to a place in the app, or to this phone's game if no key opens that place, or else to the home page.

    `words` in the address is a question about past games, passed on to the page that searches them.
    """
    if place in ANYWHERE:
        return redirect(url_for(ANYWHERE[place]), 303)
    if place not in OF_GAME | OF_CLUB:
        abort(404)
    game, club = _game(key_refs()), _club(key_refs())
    if place in OF_CLUB and club and club.access >= OF_CLUB[place][1]:
        words = request.args.get("words") if place == "history" else None
        return redirect(url_for(OF_CLUB[place][0], ref=club.it.ref, words=words), 303)
    if place in OF_GAME and game and game.access >= OF_GAME[place][1]:
        return redirect(url_for(OF_GAME[place][0], ref=game.it.ref), 303)
    return redirect(address_of(game.it, game.access) if game else url_for("home.home"), 303)


def _game(keys: Sequence[str]) -> Opened[Game] | None:
    """Tonight's game with the newest line, or else the newest game."""
    games = open_games_of_tonight(keys, now()) or [game for game, _ in open_games(keys, 1)]
    return open_game(games[0].ref, keys) if games else None


def _club(keys: Sequence[str]) -> Opened[Club] | None:
    clubs = open_clubs(keys)
    return open_club(clubs[0].ref, keys) if clubs else None
