"""The home page: continue tonight's game, or start one."""

from datetime import timedelta

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.access.grants import held_keys, open_clubs, open_games, open_tournaments
from models.sheets.fold import load_sheets
from models.store.columns import now
from views.shared.in_play import find_address_tonight, games_in_play
from views.shared.keyring import OPEN_AGAIN, has_old_keys, key_refs, let_go_of
from views.shared.once import on_this_phone

pages = Blueprint("home", __name__)

MOST_GAMES = 4
# A tournament stays at the top of the home page for a day and a half.
LONGEST_CUP = timedelta(hours=36)


@pages.get("/")
def home() -> ResponseReturnValue:
    """The game in play, and everything else that this browser has opened.

    Without any key, the page explains this app and how to start.
    """
    refs = key_refs()
    running = games_in_play()
    in_play = {playing.game.id for playing in running}
    games = [(game, night) for game, night in open_games(refs, MOST_GAMES) if game.id not in in_play]
    sheets, tournaments = load_sheets([game for game, _ in games]), open_tournaments(refs, MOST_GAMES)
    g.clubs = [club.ref for _, club in held_keys(refs)]
    return render_template(
        "home/home.html",
        running=running,
        games=[(game, night, sheet) for (game, night), sheet in zip(games, sheets, strict=True)],
        clubs=open_clubs(refs),
        tournaments=tournaments,
        cup=next((cup for cup in tournaments if now() - cup.started_at < LONGEST_CUP), None),
        told=OPEN_AGAIN if has_old_keys() else "",
    )


@pages.get("/play")
def play() -> ResponseReturnValue:
    """Redirect to the game in play, or else to tonight's last game, or else to the home page."""
    return redirect(find_address_tonight() or url_for("home.home"), 303)


@pages.post("/let-go")
@on_this_phone
def let_go() -> ResponseReturnValue:
    """Give up one of this browser's keys when there is no room for more."""
    let_go_of(request.form.get("key", ""))
    return redirect(url_for("home.home"), 303)
