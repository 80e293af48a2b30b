"""Enter the tiles left in one hand, tapped on a picture of the set."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from forms.scores import TilesForm
from models.ledger.keys import Access
from models.play.pen import SheetError
from models.play.scores import ScoreEntry, enter_scores
from models.sheets.fold import read_left
from models.sheets.sheet import Round
from rules import full_set, read_tile
from rules.scores.scoring import count_hand
from views.game.scored_round import (
    NOT_TRIED,
    ScoredRound,
    ScoreRefusal,
    agreed,
    entry_of_tiles,
    fetch_scored,
    places_elsewhere,
    require_seat,
    take_scored,
)
from views.shared.keyring import fetch_game
from views.shared.once import once
from views.shared.photos import offers_photos, why_no_photos

pages = Blueprint("tiles", __name__)


@pages.get("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
def tiles(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """The tiles left in one hand, tapped on a picture of the set. Tiles in other hands cannot be tapped."""
    opened = fetch_game(ref, Access.SCORE)
    scored = fetch_scored(opened, number)
    require_seat(scored, seat)
    return _show(scored, seat, _form(scored.round, seat))


@pages.post("/games/<ref>/rounds/<int:number>/seats/<int:seat>")
@once
def enter(ref: str, number: int, seat: int) -> ResponseReturnValue:
    """Enter the tiles left in one hand, or show the questions to answer first."""
    scored, pen = take_scored(fetch_game(ref, Access.SCORE), number)
    require_seat(scored, seat)
    form = _form(scored.round, seat)
    if scored.nameless:
        return _show(scored, seat, form, ScoreRefusal(scored.nameless))
    if not form.validate_on_submit():
        return _show(scored, seat, form)
    try:
        with pen:
            objections = enter_scores(pen, number, {seat: _entry(form, scored)}, agreed())
    except SheetError as error:
        return _show(scored, seat, form, ScoreRefusal(str(error)))
    if objections is None:
        return redirect(url_for("scores.round", ref=ref, number=number), 303)
    return _show(scored, seat, form, ScoreRefusal(objections=objections))


def _form(played: Round, seat: int) -> TilesForm:
    cell = played.cells.get(seat)
    held = read_left(cell.text, cell.pips, cell.is_out).tiles if cell else ()
    return TilesForm(data={"tiles": [str(tile) for tile in held], "seen": cell.line if cell else 0})


def _entry(form: TilesForm, scored: ScoredRound) -> ScoreEntry:
    left = tuple(read_tile(text) for text in form.tiles.data or ())
    return entry_of_tiles(left, scored, form.seen.data or 0)


def _show(scored: ScoredRound, seat: int, form: TilesForm, why: ScoreRefusal = NOT_TRIED) -> ResponseReturnValue:
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
        counts={str(tile): pips for tile, pips in count_hand(full_set(book.options.highest), book).lines},
    )
    return page, 422 if form.errors else why.status
