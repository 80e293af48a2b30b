"""A night: its games, how they stand, its notes."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.clubs import NoteForm
from models.ledger.games import games_of_night
from models.ledger.keys import Access
from models.ledger.nights import add_note, notes_of
from models.ledger.tournaments import tournaments_of_night
from models.sheets.fold import load_sheets
from models.sheets.night import stand
from views.shared.keyring import ask_name, fetch_night
from views.shared.once import once

pages = Blueprint("nights", __name__)


@pages.route("/nights/<ref>", methods=["GET", "POST"])
@once
def night(ref: str) -> ResponseReturnValue:
    """The night's page, where people who keep score leave notes."""
    opened = fetch_night(ref)
    form = NoteForm()
    if opened.access >= Access.SCORE and form.validate_on_submit():
        add_note(opened.it, form.text.data or "", ask_name(opened))
        return redirect(url_for("nights.night", ref=ref), 303)
    played = games_of_night(opened.it.id)
    sheets = load_sheets([game for game, _ in played])
    games = [(game, sheet, began) for (game, began), sheet in zip(played, sheets, strict=True)]
    page = render_template(
        "nights/night.html",
        opened=opened,
        form=form,
        games=games,
        standing=stand(opened.it, games),
        tournaments=tournaments_of_night(opened.it.id),
        notes=notes_of(opened.it.id),
    )
    return page, 422 if form.errors else 200
