"""The first page: go on with tonight's game, or start one."""

from flask import Blueprint, render_template

from models.keys import Access, open_clubs, open_games, open_tournaments
from models.scorekeeping import read_sheets
from views._keyring import key_ids

pages = Blueprint("home", __name__)

MOST_GAMES = 4


@pages.get("/")
def home():
    """The games and clubs that this browser has opened; without any, what this is and how to start."""
    clubs, games = open_clubs(key_ids()), open_games(key_ids(), MOST_GAMES)
    mine = {club.id for club in open_clubs(key_ids(), Access.SCORE)}
    again = next((game for game, _ in games if game.club_id in mine), None)
    sheets = read_sheets([game for game, _ in games])
    shown = [(game, night, sheet) for (game, night), sheet in zip(games, sheets, strict=True)]
    tournaments = open_tournaments(key_ids(), MOST_GAMES)
    return render_template("home/home.html", clubs=clubs, again=again, games=shown, tournaments=tournaments)
