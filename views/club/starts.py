"""Start a game: names, order, rules, go."""

from datetime import date

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext

from forms.starts import StartForm
from models.access.grants import open_clubs
from models.ledger.clubs import Club, player_names
from models.ledger.games import Game, Terms
from models.ledger.house_rules import house_rules_of, newest_rules
from models.ledger.keys import Access
from models.play.start import found_with_keys, start_game
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS
from rules.table.deal import read_engines
from views.shared.keyring import club_to_play_in, fetch_club, fetch_game, hand_over, key_refs, name_here, play_in
from views.shared.limits import Limit, count_when_kept
from views.shared.once import once

pages = Blueprint("starts", __name__)


@pages.route("/start", methods=["GET", "POST"])
@once
def start():
    """The form, filled in from another game when it is asked for `like` one; then the sheet."""
    guess = _first_guess()
    if guess is None:
        return render_template("starts/which_club.html", clubs=_clubs(), page="starts.start")
    form = StartForm(data=guess)
    club = _club(form.club.data)
    house = {str(made.rules): made for made in house_rules_of(club.id)} if club else {}
    form.offer({text: made.rules for text, made in house.items()})
    if request.method == "POST" and "move" in request.form:
        _move(form, request.form["move"])
    elif form.validate_on_submit():
        return redirect(url_for("games.sheet", ref=_start(form).ref), 303)
    known = player_names(club.id) if club else []
    status = 422 if form.errors else 200
    return render_template("starts/start.html", form=form, club=club, known=known, house=house), status


def _clubs() -> list[Club]:
    return open_clubs(key_refs(), Access.SCORE)


def _first_guess() -> dict[str, object] | None:
    """The club that is open, and the people and rules of the game to be played again; None where that club has to be asked for."""
    guess: dict[str, object] = {"rules": next(iter(RULE_BOOKS)), "club": request.args.get("club", "")}
    if "like" in request.args:
        opened = fetch_game(request.args["like"], Access.SCORE)
        sheet = load_sheet(opened.it)
        guess |= {
            # A key to one night opens no club: its people may play on at a table of their own.
            "club": opened.club.ref if opened.opens_club else "",
            "players": [column.name for column in sheet.columns if column.left_in is None],
        }
        guess |= {"rules": newest_rules(opened.club.id, str(sheet.book))}
        if sheet.engines != sheet.book.options.engines:
            guess["engines"] = " ".join(map(str, sheet.engines))
    elif request.method == "GET" and "club" not in request.args and (clubs := _clubs()):
        club = club_to_play_in(clubs)
        if club is None:
            return None
        guess["club"] = club.ref
    return guess


def _move(form: StartForm, move: str) -> None:
    """Swap a name with the one before or after it; nothing is started yet."""
    direction, _, place = move.partition("-")
    here = int(place) if place.isdecimal() and len(place) < 3 else -1
    there = here - 1 if direction == "up" else here + 1
    if 0 <= here < len(form.players) and 0 <= there < len(form.players):
        one, other = form.players[here], form.players[there]
        one.data, other.data = other.data, one.data


def _club(ref: str | None) -> Club | None:
    return fetch_club(ref, Access.SCORE).it if ref else None


def _start(form: StartForm) -> Game:
    club = _club(form.club.data)
    if club is None:
        labels = {
            Access.MANAGE: gettext("The phone that began"),
            Access.SCORE: gettext("Scorekeepers"),
            Access.VIEW: gettext("Everybody who follows"),
        }
        count_when_kept(Limit.CLUBS)
        club, key = found_with_keys(gettext("%(name)s’s table", name=form.names[0])[:40], labels, form.names[0])
        hand_over(key)
    play_in(club)
    book = form.books[form.rules.data]
    terms = Terms(book, read_engines(form.engines.data or "", book))
    return start_game(club, form.names, terms, date.today(), name_here(club))
