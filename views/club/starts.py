"""Start a game: names, order, rules."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.starts import StartForm
from models.access.grants import open_clubs
from models.ledger.clubs import Club
from models.ledger.games import Game, GameTerms
from models.ledger.house_rules import HouseRules, house_rules_by_text, newest_rules
from models.ledger.keys import Access
from models.ledger.players import player_names
from models.play.start import start_game
from models.sheets.fold import load_sheet
from rules import RULE_BOOKS
from rules.table.deal import read_engines
from views.shared.keyring import club_to_play_in, fetch_club, fetch_game, key_refs, name_here, play_in
from views.shared.new_club import create_club_here
from views.shared.once import once

pages = Blueprint("starts", __name__)


class _GameForm(NamedTuple):
    """The form of a new game, its club, and that club's own rules by their text."""

    form: StartForm
    club: Club | None
    house: dict[str, HouseRules]


@pages.get("/start")
def start() -> ResponseReturnValue:
    """The form to start a game, filled in from the game that the address names in `like`."""
    guess = _guess()
    is_asked = "like" in request.args or "club" in request.args
    if not is_asked and (clubs := open_clubs(key_refs(), Access.SCORE)):
        club = club_to_play_in(clubs)
        if club is None:
            return render_template("starts/which_club.html", clubs=clubs, page="starts.start")
        guess["club"] = club.ref
    return _show(_ask(guess))


@pages.post("/start")
@once
def begin() -> ResponseReturnValue:
    """Start the game, or only change the order of the names."""
    filled = _ask(_guess())
    if "move" in request.form:
        _move(filled.form, request.form["move"])
    elif filled.form.validate_on_submit():
        return redirect(url_for("games.sheet", ref=_start(filled).ref), 303)
    return _show(filled), 422 if filled.form.errors else 200


def _guess() -> dict[str, object]:
    """First values for the form: a rule set, or the players and rules of the game to play again, in its club."""
    if "like" not in request.args:
        return {"rules": next(iter(RULE_BOOKS)), "club": request.args.get("club", "")}
    opened = fetch_game(request.args["like"], Access.SCORE)
    sheet = load_sheet(opened.it)
    guess: dict[str, object] = {
        # A key to one night does not open its club. These players may start a game in a club of their own.
        "club": opened.club.ref if opened.opens_club else "",
        "players": [column.name for column in sheet.columns if column.left_in is None],
        "rules": newest_rules(opened.club.id, str(sheet.book)),
    }
    if sheet.engines != sheet.book.options.engines:
        guess["engines"] = " ".join(map(str, sheet.engines))
    return guess


def _ask(guess: Mapping[str, object]) -> _GameForm:
    form = StartForm(data=guess)
    club = fetch_club(form.club.data, Access.SCORE).it if form.club.data else None
    house = house_rules_by_text(club.id) if club else {}
    form.offer({text: made.rules for text, made in house.items()})
    return _GameForm(form, club, house)


def _show(filled: _GameForm) -> str:
    known = player_names(filled.club.id) if filled.club else []
    return render_template("starts/start.html", form=filled.form, club=filled.club, known=known, house=filled.house)


def _move(form: StartForm, move: str) -> None:
    """Swap a name with the one before or after it. This starts no game."""
    direction, _, place = move.partition("-")
    here = int(place) if place.isdecimal() and len(place) < 3 else -1
    there = here - 1 if direction == "up" else here + 1
    if 0 <= here < len(form.players) and 0 <= there < len(form.players):
        one, other = form.players[here], form.players[there]
        one.data, other.data = other.data, one.data


def _start(filled: _GameForm) -> Game:
    form, club = filled.form, filled.club
    if club is None:
        club = create_club_here(gettext("%(name)s’s table", name=form.names[0])[:40], form.names[0])
    play_in(club)
    book = form.books[form.rules.data]
    terms = GameTerms(book, read_engines(form.engines.data or "", book))
    return start_game(club, form.names, terms, date.today(), name_here(club))
