"""The trash: throw away a game or a night, put it back, or delete a club. Only for people who manage the club."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.base import NameForm
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.nights import Night
from models.ledger.tournaments import Tournament
from models.play.bin import (
    BinError,
    bin_of,
    delete_club,
    find_in_bin,
    put_game_back,
    put_night_back,
    put_tournament_back,
    throw_game,
    throw_night,
)
from rules.names import fold_name
from views.shared.keyring import fetch_club, fetch_game, fetch_night, name_to_sign
from views.shared.limits import Limit, count
from views.shared.once import once

pages = Blueprint("bins", __name__)

Thrown = TypeVar("Thrown", Game, Night)


@pages.post("/games/<ref>/throw")
@once
def game(ref: str) -> ResponseReturnValue:
    """Put a game in the trash."""
    return _throw(fetch_game(ref, Access.MANAGE), throw_game)


@pages.post("/nights/<ref>/throw")
@once
def night(ref: str) -> ResponseReturnValue:
    """Put a night in the trash, with its games."""
    return _throw(fetch_night(ref, Access.MANAGE), throw_night)


def _throw(opened: Opened[Thrown], throw: Callable[[Thrown, str], None]) -> ResponseReturnValue:
    try:
        throw(opened.it, name_to_sign(opened))
    except BinError as error:
        title = gettext("That cannot be thrown away")
        return render_template("errors/error.html", title=title, advice=str(error)), 422
    return redirect(url_for("bins.bin", ref=opened.club.ref), 303)


@pages.get("/clubs/<ref>/bin")
def bin(ref: str) -> ResponseReturnValue:
    """Everything thrown away in the last thirty days."""
    opened = fetch_club(ref, Access.MANAGE)
    return render_template("bins/bin.html", opened=opened, thrown=bin_of(opened.it.id))


@pages.post("/clubs/<ref>/bin/<thing>")
@once
def put_back(ref: str, thing: str) -> ResponseReturnValue:
    """Take a game, a night or a tournament out of the trash."""
    opened = fetch_club(ref, Access.MANAGE)
    thrown = find_in_bin(opened.it.id, thing) or abort(404)
    if isinstance(thrown, Game):
        put_game_back(thrown)
        return redirect(url_for("games.sheet", ref=thrown.ref), 303)
    # All the games put back are added up again, which takes as long as importing a file.
    count(Limit.FILES)
    if isinstance(thrown, Tournament):
        put_tournament_back(thrown)
        return redirect(url_for("tournaments.tournament", ref=thrown.ref), 303)
    put_night_back(thrown)
    return redirect(url_for("nights.night", ref=thrown.ref), 303)


@pages.get("/clubs/<ref>/delete")
def club(ref: str) -> ResponseReturnValue:
    """Ask whether to delete the club. Its name has to be typed to confirm."""
    opened = fetch_club(ref, Access.MANAGE)
    return render_template("bins/club.html", opened=opened, form=NameForm())


@pages.post("/clubs/<ref>/delete")
@once
def delete(ref: str) -> ResponseReturnValue:
    """Delete the whole club once its name has been typed."""
    opened = fetch_club(ref, Access.MANAGE)
    form = NameForm()
    if form.validate_on_submit():
        if fold_name(form.name.data or "") == fold_name(opened.it.name):
            delete_club(opened.it)
            return redirect(url_for("home.home"), 303)
        form.name.errors = [gettext("That is not the name of this club.")]
    return render_template("bins/club.html", opened=opened, form=form), 422
