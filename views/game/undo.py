"""Undo and Redo, from the sheet and from a kept table alike."""

from collections.abc import Callable, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.ledger.keys import Access
from models.play import undo as verbs
from models.play.pen import Pen, SheetError, take_pen
from models.sheets.acts import Act
from models.sheets.fold import load_sheet
from models.sheets.log import act_in_words
from rules import DealError
from views.shared.keyring import ask_name, fetch_game
from views.shared.once import once
from views.shared.undo import offer_undo

pages = Blueprint("undo", __name__, url_prefix="/games/<ref>")


@pages.post("/undo")
@once
def undo(ref: str) -> ResponseReturnValue:
    """Take back what was done last, unless something newer came in."""
    return _carry_out(ref, verbs.undo)


@pages.post("/redo")
@once
def redo(ref: str) -> ResponseReturnValue:
    """Bring again what was taken back last, unless something newer came in."""
    return _carry_out(ref, verbs.redo)


def _carry_out(ref: str, verb: Callable[[Pen, str], Sequence[Act]]) -> ResponseReturnValue:
    opened = fetch_game(ref, Access.SCORE)
    by = ask_name(opened)
    newer: Sequence[Act] = ()
    refused = ""
    try:
        with take_pen(opened, by) as pen:
            newer = verb(pen, request.form.get("newest", ""))
    except (SheetError, DealError) as error:
        refused = str(error)
    text = request.form.get("table", "")
    round = int(text) if text.isdecimal() and len(text) < 4 else 0
    back = url_for("tables.table", ref=ref, number=round) if round else url_for("games.sheet", ref=ref)
    if not newer and not refused:
        return redirect(back, 303)
    sheet = load_sheet(opened.it)
    page = render_template(
        "undo/nothing_done.html",
        game=opened.it,
        refused=refused,
        newer=[(act, act_in_words(sheet, act)) for act in newer],
        undoing=offer_undo(opened.it, sheet, round),
        back=back,
    )
    return page, 409 if newer else 422
