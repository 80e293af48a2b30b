"""The page of a night: its games, its standings, its notes."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.clubs import NoteForm
from models.access.grants import Opened
from models.ledger.games import games_of_night
from models.ledger.keys import Access
from models.ledger.nights import Night, add_note, notes_of
from models.ledger.tournaments import tournaments_of_night
from models.sheets.fold import load_sheets
from models.sheets.night import night_figures
from views.shared.keyring import fetch_night, name_to_sign
from views.shared.once import once

pages = Blueprint("nights", __name__)


@pages.get("/nights/<ref>")
def night(ref: str) -> ResponseReturnValue:
    """The night's page."""
    return _show(fetch_night(ref), NoteForm())


@pages.post("/nights/<ref>")
@once
def note(ref: str) -> ResponseReturnValue:
    """Leave a note. Only people who keep score may."""
    opened, form = fetch_night(ref), NoteForm()
    if opened.access >= Access.SCORE and form.validate_on_submit():
        add_note(opened.it, form.text.data or "", name_to_sign(opened))
        return redirect(url_for("nights.night", ref=ref), 303)
    return _show(opened, form), 422 if form.errors else 200


def _show(opened: Opened[Night], form: NoteForm) -> str:
    played = games_of_night(opened.it.id)
    sheets = load_sheets([game for game, _ in played])
    games = [(game, sheet, began) for (game, began), sheet in zip(played, sheets, strict=True)]
    return render_template(
        "nights/night.html",
        opened=opened,
        form=form,
        games=games,
        standing=night_figures(opened.it, games),
        tournaments=tournaments_of_night(opened.it.id),
        notes=notes_of(opened.it.id),
    )
