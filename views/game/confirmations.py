"""Confirmation at a tournament table: once scores have been entered as usual, a second player confirms them."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.tournaments import ConfirmForm
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.tournaments import TournamentTable
from models.play.changes import confirm as confirm_rounds
from models.play.pen import SheetError, take_pen
from models.sheets.confirmed import entered_by, unconfirmed_rounds
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from models.store.database import db
from rules.names import fold_name
from views.game.page import show
from views.shared.keyring import fetch_game, name_to_sign
from views.shared.once import once

pages = Blueprint("confirmations", __name__, url_prefix="/games/<ref>")

_REFEREE = "referee"


@pages.get("/confirm")
def confirm(ref: str) -> ResponseReturnValue:
    """The rounds that nobody has confirmed yet, with their scores."""
    opened, sheet, by = _open(ref)
    return _show(opened, sheet, _form(opened, sheet, by), unconfirmed_rounds(sheet))


@pages.post("/confirm")
@once
def enter(ref: str) -> ResponseReturnValue:
    """Confirm the scores of the rounds whose boxes are checked."""
    opened, sheet, by = _open(ref)
    form, ticked = _form(opened, sheet, by), _ticked()
    if not form.validate_on_submit():
        return _show(opened, sheet, form, ticked)
    if not ticked:
        return _show(opened, sheet, form, ticked, gettext("Check the box for each round if its scores are right."))
    seat = None if form.seat.data == _REFEREE else int(form.seat.data)
    try:
        with take_pen(opened, by) as pen:
            confirm_rounds(pen, ticked, seat, form.seen.data or 0)
    except SheetError as error:
        sheet = load_sheet(opened.it)
        form.seen.data = sheet.revision
        return _show(opened, sheet, form, ticked, str(error))
    return redirect(url_for("games.sheet", ref=ref), 303)


def _open(ref: str) -> tuple[Opened[Game], Sheet, str]:
    """The game of a tournament table, its sheet, and the name of the person using this phone.

    Aborts with 404 for other games.
    """
    opened = fetch_game(ref, Access.SCORE)
    if opened.it.tournament_id is None:
        abort(404)
    return opened, load_sheet(opened.it), name_to_sign(opened)


def _ticked() -> list[int]:
    """The numbers of the rounds whose boxes are checked."""
    return [int(number) for number in request.form.getlist("round") if number.isdecimal() and len(number) < 4]


def _show(
    opened: Opened[Game], sheet: Sheet, form: ConfirmForm, ticked: Sequence[int], refused: str = ""
) -> ResponseReturnValue:
    page = show(
        "confirmations/confirm",
        opened,
        sheet=sheet,
        table=db.session.get_one(TournamentTable, opened.it.id),
        form=form,
        rounds=[sheet.rounds[number - 1] for number in unconfirmed_rounds(sheet)],
        ticked=ticked,
        refused=refused,
    )
    return page, 422 if refused or form.errors else 200


def _form(opened: Opened[Game], sheet: Sheet, by: str) -> ConfirmForm:
    """The form for confirming scores. Players who entered scores in every unconfirmed round are not offered.

    The person using this phone comes first, or is left out if that person entered any of the scores.
    """
    form, me = ConfirmForm(data={"seen": sheet.revision}), fold_name(by)
    entered = [set(entered_by(sheet, number)) for number in unconfirmed_rounds(sheet)]
    no_second = set.intersection(*entered) if entered else set[str]()
    no_second |= {me} & set[str]().union(*entered)
    columns = [column for column in sheet.columns if column.left_in is None and fold_name(column.name) not in no_second]
    columns.sort(key=lambda column: fold_name(column.name) != me)
    referee = [(_REFEREE, gettext("The referee"))] if opened.access >= Access.MANAGE else []
    seats = [(str(column.seat), column.name) for column in columns]
    form.seat.choices = [("", gettext("Choose a name")), *seats, *referee]
    return form
