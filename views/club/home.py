"""The first page: continue tonight's game, or start one."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.access.grants import open_clubs, open_games, open_tournaments
from models.ledger.keys import Access
from models.sheets.fold import load_sheets
from views.shared.in_play import address_in_play
from views.shared.keyring import OPEN_AGAIN, club_to_play_in, has_old_keys, key_refs, let_go_of
from views.shared.once import on_this_phone

pages = Blueprint("home", __name__)

MOST_GAMES = 4


@pages.get("/")
def home() -> ResponseReturnValue:
    """The games and clubs that this browser has opened. Without any, what this app is and how to start."""
    clubs, games = open_clubs(key_refs()), open_games(key_refs(), MOST_GAMES)
    mine = club_to_play_in(open_clubs(key_refs(), Access.SCORE))
    again = next((game for game, _ in games if mine and game.club_id == mine.id), None)
    sheets = load_sheets([game for game, _ in games])
    shown = [(game, night, sheet) for (game, night), sheet in zip(games, sheets, strict=True)]
    tournaments = open_tournaments(key_refs(), MOST_GAMES)
    told = OPEN_AGAIN if has_old_keys() else ""
    return render_template("home/home.html", clubs=clubs, again=again, games=shown, tournaments=tournaments, told=told)


@pages.get("/play")
def play() -> ResponseReturnValue:
    """Lead to the game in play, from wherever somebody is."""
    return redirect(address_in_play(), 303)


@pages.post("/let-go")
@on_this_phone
def let_go() -> ResponseReturnValue:
    """Let go of a key, when this browser holds as many as it can."""
    let_go_of(request.form.get("key", ""))
    return redirect(url_for("home.home"), 303)
