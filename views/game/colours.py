"""The colors of the players' markers in a game."""

from collections.abc import Mapping

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from forms.colours import ColoursForm, colours_form
from models.access.grants import Opened
from models.ledger.games import Game
from models.ledger.keys import Access
from models.ledger.seats import Colour
from models.play.colours import take_colours
from models.play.pen import take_pen
from models.sheets.fold import load_sheet
from models.sheets.sheet import Sheet
from views.game.page import show
from views.shared.keyring import fetch_game, name_here
from views.shared.once import once

pages = Blueprint("colours", __name__, url_prefix="/games/<ref>/colours")


@pages.get("")
def colours(ref: str) -> ResponseReturnValue:
    """Every player of the game, with the colors to choose from."""
    opened = fetch_game(ref, Access.SCORE)
    sheet = load_sheet(opened.it)
    return _show(opened, sheet, _form(sheet), {})


@pages.post("")
@once
def take(ref: str) -> ResponseReturnValue:
    """Give the players the colors they chose, or show who already has them."""
    opened = fetch_game(ref, Access.SCORE)
    with take_pen(opened, name_here(opened.club)) as pen:
        form = _form(pen.sheet)
        if not form.validate_on_submit():
            return _show(opened, pen.sheet, form, {}), 422
        chosen = form.wanted(list(pen.sheet.names))
        taken = take_colours(pen, {seat: Colour(name) if name else None for seat, name in chosen.items()})
        if taken:
            return _show(opened, pen.sheet, form, taken), 422
    return redirect(url_for("games.sheet", ref=ref), 303)


def _form(sheet: Sheet) -> ColoursForm:
    form = colours_form(tuple(sheet.names))()
    form.offer(sheet.colours, _offered(sheet))
    return form


def _offered(sheet: Sheet) -> list[Colour]:
    """The plain colors, and the ringed ones too if there are more players than plain colors or a ring is in use."""
    has_rings = len(sheet.columns) > len(Colour) // 2 or any("-" in colour for colour in sheet.colours.values())
    return [colour for colour in Colour if has_rings or "-" not in colour]


def _show(opened: Opened[Game], sheet: Sheet, form: ColoursForm, taken: Mapping[int, int]) -> str:
    """The colors page. `taken` maps each seat whose chosen color is taken to the seat of the player who has it."""
    return show("colours/colours", opened, sheet=sheet, form=form, colours=_offered(sheet), taken=taken)
