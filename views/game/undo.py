"""Undo and Redo, on the sheet and on the table of a tracked round."""

from collections.abc import Callable, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.ledger.games import Game
from models.ledger.keys import Access
from models.play import undo as verbs
from models.play.pen import Pen, SheetError, take_pen
from models.sheets.acts import Act
from models.sheets.fold import load_sheet
from models.sheets.log import act_in_words
from models.store.database import db
from rules import DealError
from views.shared.keyring import fetch_game, name_to_sign
from views.shared.once import once
from views.shared.undo import offer_undo

pages = Blueprint("undo", __name__, url_prefix="/games/<ref>")


@pages.get("/undo")
def offer(ref: str) -> ResponseReturnValue:
    """The Undo and Redo buttons as they are now. The page requests them when its sheet has changed."""
    game = fetch_game(ref, Access.SCORE).it
    sheet = load_sheet(game)
    return render_template("games/_deeds.html", game=game, undoing=offer_undo(game, sheet), has_forms=True)


@pages.post("/undo")
@once
def undo(ref: str) -> ResponseReturnValue:
    """Undo the newest act on the page, unless something newer has come in."""
    return _carry_out(ref, verbs.undo)


@pages.post("/redo")
@once
def redo(ref: str) -> ResponseReturnValue:
    """Redo the act that was undone last, unless something newer has come in."""
    return _carry_out(ref, verbs.redo)


def _carry_out(ref: str, verb: Callable[[Pen, str, int], Sequence[Act]]) -> ResponseReturnValue:
    opened = fetch_game(ref, Access.SCORE)
    by = name_to_sign(opened)
    try:
        with take_pen(opened, by) as pen:
            newer = verb(pen, request.form.get("newest", ""), _round())
    except (SheetError, DealError) as error:
        return _show_why_not(opened.it, (), str(error))
    return _show_why_not(opened.it, newer) if newer else redirect(_back(ref, _round()), 303)


def _round() -> int:
    """The round from whose table this form was sent; 0 for the sheet."""
    text = request.form.get("table", "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _back(ref: str, round: int) -> str:
    return url_for("tables.table", ref=ref, number=round) if round else url_for("games.sheet", ref=ref)


def _show_why_not(game: Game, newer: Sequence[Act], refused: str = "") -> ResponseReturnValue:
    """The page that says why nothing changed: something newer came in, or the act cannot be undone or redone."""
    # Nobody has to wait while this page is made.
    db.session.rollback()
    sheet = load_sheet(game)
    page = render_template(
        "undo/nothing_done.html",
        game=game,
        refused=refused,
        newer=[(act, act_in_words(sheet, act)) for act in newer],
        undoing=offer_undo(game, sheet, _round()),
        back=_back(game.ref, _round()),
    )
    return page, 409 if newer else 422
