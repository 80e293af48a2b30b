"""Enter the tiles left in one hand by tapping them on a picture of the set."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.scores import TilesForm
from models.ledger.keys import Access
from models.sheets.fold import read_left
from models.sheets.sheet import Round
from rules import full_set, read_tile
from views.game.scored_round import (
    NOT_TRIED,
    ScoreRefusal,
    enter_tiles,
    nameless,
    places_elsewhere,
    require_seat,
)
from views.shared.once import once
from views.shared.photos import offers_photos, why_no_photos
from views.shared.rounds import OpenedRound, fetch_round, take_round

pages = Blueprint("tiles", __name__)


@pages.get("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
def tiles(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """A picture of the set on which to tap the tiles left in one hand. Tiles that are elsewhere cannot be tapped."""
    scored = fetch_round(ref, number, Access.SCORE)
    require_seat(scored, seat)
    return _show(scored, seat, _form(scored.round, seat))


@pages.post("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
@once
def enter(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """Enter the tiles left in one hand, or show the questions to answer first."""
    scored, pen = take_round(ref, number)
    require_seat(scored, seat)
    form = _form(scored.round, seat)
    if refused := nameless(scored):
        return _show(scored, seat, form, ScoreRefusal(refused))
    if not form.validate_on_submit():
        return _show(scored, seat, form)
    left = tuple(read_tile(text) for text in form.tiles.data or ())
    why = enter_tiles(scored, pen, seat, left, form.seen.data)
    return _show(scored, seat, form, why) if why else redirect(url_for("scores.round", ref=ref, number=number), 303)


def _form(played: Round, seat: int) -> TilesForm:
    cell = played.cells.get(seat)
    held = read_left(cell.text, cell.pips, cell.is_out).tiles if cell else ()
    return TilesForm(data={"tiles": [str(tile) for tile in held], "seen": cell.line if cell else 0})


def _show(scored: OpenedRound, seat: int, form: TilesForm, why: ScoreRefusal = NOT_TRIED) -> ResponseReturnValue:
    book = scored.sheet.book
    page = render_template(
        "tiles/tiles.html",
        **scored.facts,
        **why.facts,
        seat=seat,
        form=form,
        taken=places_elsewhere(scored, seat),
        takes_photos=offers_photos(book),
        why_no_photos=why_no_photos(book),
        counts={str(tile): book.worth(tile) for tile in reversed(full_set(book.options.highest))},
    )
    return page, 422 if form.errors else why.status
