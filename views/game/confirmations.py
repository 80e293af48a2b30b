"""A second player at a tournament's table says that scores are right; the scores themselves are entered as always."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext

from forms.tournaments import ConfirmForm
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.play.changes import confirm as confirm_rounds
from models.play.pen import SheetError, take_pen
from models.sheets.confirmed import unconfirmed_rounds
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from rules.names import fold_name
from views.shared.keyring import ask_name, fetch_game
from views.shared.once import once

pages = Blueprint("confirmations", __name__)

_REFEREE = "referee"


@pages.route("/games/<ref>/confirm", methods=["GET", "POST"])
@once
def confirm(ref):
    """The rounds that nobody has confirmed yet, with their scores."""
    opened = fetch_game(ref, Access.SCORE)
    if opened.it.tournament_id is None:
        abort(404)
    by = ask_name(opened)
    sheet = load_sheet(opened.it)
    form = _form(opened, sheet, by)
    refused = ""
    rounds = [int(number) for number in request.form.getlist("round") if number.isdecimal() and len(number) < 4]
    if form.validate_on_submit():
        seat = None if form.seat.data == _REFEREE else int(form.seat.data)
        if not rounds:
            refused = gettext("Tick the rounds whose scores are right.")
        else:
            try:
                with take_pen(opened, by) as pen:
                    confirm_rounds(pen, rounds, seat, form.seen.data)
                return redirect(url_for("games.sheet", ref=ref), 303)
            except SheetError as error:
                refused, sheet = str(error), load_sheet(opened.it)
                form.seen.data = sheet.revision
    page = render_template(
        "confirmations/confirm.html",
        opened=opened,
        game=opened.it,
        sheet=sheet,
        form=form,
        rounds=[sheet.rounds[number - 1] for number in unconfirmed_rounds(sheet)],
        ticked=rounds if form.is_submitted() else unconfirmed_rounds(sheet),
        refused=refused,
    )
    return page, 422 if refused or form.errors else 200


def _form(opened: Opened[Game], sheet: Sheet, by: str) -> ConfirmForm:
    form = ConfirmForm(data={"seen": sheet.revision})
    others = [one for one in sheet.columns if one.left_in is None and fold_name(one.name) != fold_name(by)]
    form.seat.choices = [("", gettext("Choose a name")), *((str(one.seat), one.name) for one in others)]
    if opened.access >= Access.MANAGE:
        form.seat.choices.append((_REFEREE, gettext("The referee")))
    return form
